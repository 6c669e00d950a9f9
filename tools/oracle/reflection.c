#define COBJMACROS
#define INITGUID
#include "reflection.h"
#include <d3d12shader.h>

/* d3d11shader.h of MinGW has no libraries. */
DEFINE_GUID(IID_ID3D11ShaderReflection_47, 0x8d536ca1, 0x0cca, 0x4956, 0xa8, 0x37, 0x78, 0x69, 0x63, 0x75, 0x55, 0x84);
DEFINE_GUID(IID_ID3D11LibraryReflection_47, 0x54384f1b, 0x5b3e, 0x4bb7, 0xae, 0x01, 0x60, 0xba, 0x30, 0x97, 0xcb, 0xb6);

/* The interfaces of both versions have the same methods in the same order, and their structures the same fields, but for
   two at the end of D3D12_SHADER_INPUT_BIND_DESC. So one set of functions asks both. */
const IID *shader_interface(UINT version) {
  return version == 11 ? &IID_ID3D11ShaderReflection_47 : &IID_ID3D12ShaderReflection;
}
const IID *library_interface(UINT version) {
  return version == 11 ? &IID_ID3D11LibraryReflection_47 : &IID_ID3D12LibraryReflection;
}

/* Types nest as structures do; a library of damaged bytes must not send us round in circles. */
#define MAX_TYPE_DEPTH 16
#define MAX_INTERFACES 1000
#define MAX_SLOTS 256

static void put_failure(Buffer *b, HRESULT hr) { putf(b, "{\"hr\":\"%08lx\"}", (unsigned long)hr); }

static void put_separator(Buffer *b, UINT index) {
  if (index) put(b, ",");
}

static void put_type(Buffer *b, ID3D12ShaderReflectionType *type, int depth) {
  D3D12_SHADER_TYPE_DESC d = {0};
  if (!type || depth > MAX_TYPE_DEPTH) {
    put(b, "null");
    return;
  }
  HRESULT hr = type->lpVtbl->GetDesc(type, &d);
  if (FAILED(hr)) {
    put_failure(b, hr);
    return;
  }
  put(b, "{\"name\":");
  put_json(b, d.Name);
  putf(b, ",\"class\":%d,\"type\":%d,\"rows\":%u,\"columns\":%u,\"elements\":%u,\"offset\":%u", d.Class, d.Type, d.Rows,
       d.Columns, d.Elements, d.Offset);
  if (d.Members) {
    put(b, ",\"members\":[");
    for (UINT i = 0; i < d.Members; i++) {
      put_separator(b, i);
      put(b, "{\"name\":");
      put_json(b, type->lpVtbl->GetMemberTypeName(type, i));
      put(b, ",\"type\":");
      put_type(b, type->lpVtbl->GetMemberTypeByIndex(type, i), depth + 1);
      put(b, "}");
    }
    put(b, "]");
  }
  D3D12_SHADER_TYPE_DESC unused;
  ID3D12ShaderReflectionType *sub = type->lpVtbl->GetSubType(type);
  if (sub && SUCCEEDED(sub->lpVtbl->GetDesc(sub, &unused))) {
    put(b, ",\"subType\":");
    put_type(b, sub, depth + 1);
  }
  ID3D12ShaderReflectionType *base = type->lpVtbl->GetBaseClass(type);
  if (base && SUCCEEDED(base->lpVtbl->GetDesc(base, &unused))) {
    put(b, ",\"baseClass\":");
    put_type(b, base, depth + 1);
  }
  UINT interfaces = type->lpVtbl->GetNumInterfaces(type);
  if (interfaces && interfaces < MAX_INTERFACES) {
    put(b, ",\"interfaces\":[");
    for (UINT i = 0; i < interfaces; i++) {
      put_separator(b, i);
      put_type(b, type->lpVtbl->GetInterfaceByIndex(type, i), depth + 1);
    }
    put(b, "]");
  }
  put(b, "}");
}

static void put_variable(Buffer *b, ID3D12ShaderReflectionVariable *variable) {
  D3D12_SHADER_VARIABLE_DESC d = {0};
  HRESULT hr = variable->lpVtbl->GetDesc(variable, &d);
  if (FAILED(hr)) {
    put_failure(b, hr);
    return;
  }
  put(b, "{\"name\":");
  put_json(b, d.Name);
  putf(b, ",\"startOffset\":%u,\"size\":%u,\"flags\":%u", d.StartOffset, d.Size, d.uFlags);
  putf(b, ",\"startTexture\":%d,\"textureSize\":%u,\"startSampler\":%d,\"samplerSize\":%u", (int)d.StartTexture,
       d.TextureSize, (int)d.StartSampler, d.SamplerSize);
  if (d.DefaultValue) {
    put(b, ",\"defaultValue\":");
    put_hex(b, d.DefaultValue, d.Size);
  }
  putf(b, ",\"interfaceSlot\":%d", (int)variable->lpVtbl->GetInterfaceSlot(variable, 0));
  ID3D12ShaderReflectionType *type = variable->lpVtbl->GetType(variable);
  D3D12_SHADER_TYPE_DESC t = {0};
  if (type && SUCCEEDED(type->lpVtbl->GetDesc(type, &t))) {
    UINT slots = t.Elements > MAX_SLOTS ? MAX_SLOTS : t.Elements;
    put(b, ",\"interfaceSlots\":[");
    /* One more than there are elements: what the method says past the end. */
    for (UINT i = 0; i <= slots; i++) {
      put_separator(b, i);
      putf(b, "%d", (int)variable->lpVtbl->GetInterfaceSlot(variable, i));
    }
    put(b, "]");
  }
  put(b, ",\"type\":");
  put_type(b, type, 0);
  put(b, "}");
}

static void put_constant_buffer(Buffer *b, ID3D12ShaderReflectionConstantBuffer *buffer) {
  D3D12_SHADER_BUFFER_DESC d;
  HRESULT hr = buffer->lpVtbl->GetDesc(buffer, &d);
  if (FAILED(hr)) {
    put_failure(b, hr);
    return;
  }
  put(b, "{\"name\":");
  put_json(b, d.Name);
  putf(b, ",\"type\":%d,\"size\":%u,\"flags\":%u,\"variables\":[", d.Type, d.Size, d.uFlags);
  for (UINT i = 0; i < d.Variables; i++) {
    put_separator(b, i);
    put_variable(b, buffer->lpVtbl->GetVariableByIndex(buffer, i));
  }
  put(b, "]}");
}

static void put_binding(Buffer *b, UINT version, HRESULT hr, const D3D12_SHADER_INPUT_BIND_DESC *d) {
  if (FAILED(hr)) {
    put_failure(b, hr);
    return;
  }
  put(b, "{\"name\":");
  put_json(b, d->Name);
  putf(b, ",\"type\":%d,\"bindPoint\":%u,\"bindCount\":%u,\"flags\":%u,\"returnType\":%d,\"dimension\":%d", d->Type,
       d->BindPoint, d->BindCount, d->uFlags, d->ReturnType, d->Dimension);
  putf(b, ",\"numSamples\":%u", d->NumSamples);
  if (version != 11) putf(b, ",\"space\":%u,\"id\":%u", d->Space, d->uID);
  put(b, "}");
}

typedef HRESULT(WINAPI *GetParameter)(ID3D12ShaderReflection *, UINT, D3D12_SIGNATURE_PARAMETER_DESC *);

static void put_signature(Buffer *b, const char *name, ID3D12ShaderReflection *shader, UINT count, GetParameter get) {
  putf(b, ",\"%s\":[", name);
  for (UINT i = 0; i < count; i++) {
    D3D12_SIGNATURE_PARAMETER_DESC d = {0};
    HRESULT hr = get(shader, i, &d);
    put_separator(b, i);
    if (FAILED(hr)) {
      put_failure(b, hr);
      continue;
    }
    put(b, "{\"semanticName\":");
    put_json(b, d.SemanticName);
    putf(b, ",\"semanticIndex\":%u,\"register\":%u,\"systemValueType\":%d,\"componentType\":%d", d.SemanticIndex,
         d.Register, d.SystemValueType, d.ComponentType);
    putf(b, ",\"mask\":%u,\"readWriteMask\":%u,\"stream\":%u,\"minPrecision\":%d}", d.Mask, d.ReadWriteMask, d.Stream,
         d.MinPrecision);
  }
  put(b, "]");
}

static void put_number(Buffer *b, const char *name, UINT value) { putf(b, ",\"%s\":%u", name, value); }

static void put_description(Buffer *b, ID3D12ShaderReflection *r, const D3D12_SHADER_DESC *d) {
  put(b, "{\"creator\":");
  put_json(b, d->Creator);
  put_number(b, "version", d->Version);
  put_number(b, "flags", d->Flags);
  put_number(b, "constantBuffers", d->ConstantBuffers);
  put_number(b, "boundResources", d->BoundResources);
  put_number(b, "inputParameters", d->InputParameters);
  put_number(b, "outputParameters", d->OutputParameters);
  put_number(b, "instructionCount", d->InstructionCount);
  put_number(b, "tempRegisterCount", d->TempRegisterCount);
  put_number(b, "tempArrayCount", d->TempArrayCount);
  put_number(b, "defCount", d->DefCount);
  put_number(b, "dclCount", d->DclCount);
  put_number(b, "textureNormalInstructions", d->TextureNormalInstructions);
  put_number(b, "textureLoadInstructions", d->TextureLoadInstructions);
  put_number(b, "textureCompInstructions", d->TextureCompInstructions);
  put_number(b, "textureBiasInstructions", d->TextureBiasInstructions);
  put_number(b, "textureGradientInstructions", d->TextureGradientInstructions);
  put_number(b, "floatInstructionCount", d->FloatInstructionCount);
  put_number(b, "intInstructionCount", d->IntInstructionCount);
  put_number(b, "uintInstructionCount", d->UintInstructionCount);
  put_number(b, "staticFlowControlCount", d->StaticFlowControlCount);
  put_number(b, "dynamicFlowControlCount", d->DynamicFlowControlCount);
  put_number(b, "macroInstructionCount", d->MacroInstructionCount);
  put_number(b, "arrayInstructionCount", d->ArrayInstructionCount);
  put_number(b, "cutInstructionCount", d->CutInstructionCount);
  put_number(b, "emitInstructionCount", d->EmitInstructionCount);
  put_number(b, "gsOutputTopology", d->GSOutputTopology);
  put_number(b, "gsMaxOutputVertexCount", d->GSMaxOutputVertexCount);
  put_number(b, "inputPrimitive", d->InputPrimitive);
  put_number(b, "patchConstantParameters", d->PatchConstantParameters);
  put_number(b, "gsInstanceCount", d->cGSInstanceCount);
  put_number(b, "controlPoints", d->cControlPoints);
  put_number(b, "hsOutputPrimitive", d->HSOutputPrimitive);
  put_number(b, "hsPartitioning", d->HSPartitioning);
  put_number(b, "tessellatorDomain", d->TessellatorDomain);
  put_number(b, "barrierInstructions", d->cBarrierInstructions);
  put_number(b, "interlockedInstructions", d->cInterlockedInstructions);
  put_number(b, "textureStoreInstructions", d->cTextureStoreInstructions);
  put_number(b, "movInstructionCount", r->lpVtbl->GetMovInstructionCount(r));
  put_number(b, "movcInstructionCount", r->lpVtbl->GetMovcInstructionCount(r));
  put_number(b, "conversionInstructionCount", r->lpVtbl->GetConversionInstructionCount(r));
  put_number(b, "bitwiseInstructionCount", r->lpVtbl->GetBitwiseInstructionCount(r));
  put_number(b, "gsInputPrimitive", r->lpVtbl->GetGSInputPrimitive(r));
  put_number(b, "isSampleFrequencyShader", r->lpVtbl->IsSampleFrequencyShader(r) != 0);
  put_number(b, "interfaceSlots", r->lpVtbl->GetNumInterfaceSlots(r));
  D3D_FEATURE_LEVEL level = 0;
  HRESULT hr = r->lpVtbl->GetMinFeatureLevel(r, &level);
  if (SUCCEEDED(hr)) putf(b, ",\"minFeatureLevel\":\"%x\"", level);
  else putf(b, ",\"minFeatureLevel\":\"!%08lx\"", (unsigned long)hr);
  UINT x = 0, y = 0, z = 0;
  put_number(b, "threads", r->lpVtbl->GetThreadGroupSize(r, &x, &y, &z));
  putf(b, ",\"threadGroupSize\":[%u,%u,%u]", x, y, z);
  putf(b, ",\"requiresFlags\":\"%llx\"}", (unsigned long long)r->lpVtbl->GetRequiresFlags(r));
}

HRESULT reflect_shader(ReflectFunction reflect, UINT version, const void *bytes, SIZE_T size, Buffer *json) {
  ID3D12ShaderReflection *r = NULL;
  D3D12_SHADER_DESC d = {0};
  HRESULT hr = reflect(bytes, size, shader_interface(version), (void **)&r);
  if (FAILED(hr)) return hr;
  hr = r->lpVtbl->GetDesc(r, &d);
  if (SUCCEEDED(hr)) {
    put(json, "{\"description\":");
    put_description(json, r, &d);
    put(json, ",\"constantBuffers\":[");
    for (UINT i = 0; i < d.ConstantBuffers; i++) {
      put_separator(json, i);
      put_constant_buffer(json, r->lpVtbl->GetConstantBufferByIndex(r, i));
    }
    put(json, "],\"bindings\":[");
    for (UINT i = 0; i < d.BoundResources; i++) {
      D3D12_SHADER_INPUT_BIND_DESC binding = {0};
      put_separator(json, i);
      put_binding(json, version, r->lpVtbl->GetResourceBindingDesc(r, i, &binding), &binding);
    }
    put(json, "]");
    put_signature(json, "inputs", r, d.InputParameters, r->lpVtbl->GetInputParameterDesc);
    put_signature(json, "outputs", r, d.OutputParameters, r->lpVtbl->GetOutputParameterDesc);
    put_signature(json, "patchConstants", r, d.PatchConstantParameters, r->lpVtbl->GetPatchConstantParameterDesc);
    put(json, "}");
  }
  r->lpVtbl->Release(r);
  return hr;
}

static void put_parameter(Buffer *b, ID3D12FunctionParameterReflection *parameter, INT index) {
  D3D12_PARAMETER_DESC d = {0};
  HRESULT hr = parameter->lpVtbl->GetDesc(parameter, &d);
  if (FAILED(hr)) {
    put_failure(b, hr);
    return;
  }
  put(b, "{\"name\":");
  put_json(b, d.Name);
  put(b, ",\"semanticName\":");
  put_json(b, d.SemanticName);
  putf(b, ",\"index\":%d,\"type\":%d,\"class\":%d,\"rows\":%u,\"columns\":%u", index, d.Type, d.Class, d.Rows, d.Columns);
  putf(b, ",\"interpolationMode\":%d,\"flags\":%d,\"in\":[%d,%d],\"out\":[%d,%d]}", d.InterpolationMode, d.Flags,
       (int)d.FirstInRegister, (int)d.FirstInComponent, (int)d.FirstOutRegister, (int)d.FirstOutComponent);
}

static void put_function(Buffer *b, UINT version, ID3D12FunctionReflection *function) {
  D3D12_FUNCTION_DESC d = {0};
  HRESULT hr = function->lpVtbl->GetDesc(function, &d);
  if (FAILED(hr)) {
    put_failure(b, hr);
    return;
  }
  put(b, "{\"name\":");
  put_json(b, d.Name);
  put(b, ",\"creator\":");
  put_json(b, d.Creator);
  put_number(b, "version", d.Version);
  put_number(b, "flags", d.Flags);
  put_number(b, "constantBufferCount", d.ConstantBuffers);
  put_number(b, "boundResourceCount", d.BoundResources);
  put_number(b, "instructionCount", d.InstructionCount);
  put_number(b, "tempRegisterCount", d.TempRegisterCount);
  put_number(b, "tempArrayCount", d.TempArrayCount);
  put_number(b, "defCount", d.DefCount);
  put_number(b, "dclCount", d.DclCount);
  put_number(b, "textureNormalInstructions", d.TextureNormalInstructions);
  put_number(b, "textureLoadInstructions", d.TextureLoadInstructions);
  put_number(b, "textureCompInstructions", d.TextureCompInstructions);
  put_number(b, "textureBiasInstructions", d.TextureBiasInstructions);
  put_number(b, "textureGradientInstructions", d.TextureGradientInstructions);
  put_number(b, "floatInstructionCount", d.FloatInstructionCount);
  put_number(b, "intInstructionCount", d.IntInstructionCount);
  put_number(b, "uintInstructionCount", d.UintInstructionCount);
  put_number(b, "staticFlowControlCount", d.StaticFlowControlCount);
  put_number(b, "dynamicFlowControlCount", d.DynamicFlowControlCount);
  put_number(b, "macroInstructionCount", d.MacroInstructionCount);
  put_number(b, "arrayInstructionCount", d.ArrayInstructionCount);
  put_number(b, "movInstructionCount", d.MovInstructionCount);
  put_number(b, "movcInstructionCount", d.MovcInstructionCount);
  put_number(b, "conversionInstructionCount", d.ConversionInstructionCount);
  put_number(b, "bitwiseInstructionCount", d.BitwiseInstructionCount);
  put_number(b, "functionParameterCount", d.FunctionParameterCount);
  put_number(b, "hasReturn", d.HasReturn != 0);
  put_number(b, "has10Level9VertexShader", d.Has10Level9VertexShader != 0);
  put_number(b, "has10Level9PixelShader", d.Has10Level9PixelShader != 0);
  putf(b, ",\"minFeatureLevel\":\"%x\",\"requiredFeatureFlags\":\"%llx\"", d.MinFeatureLevel,
       (unsigned long long)d.RequiredFeatureFlags);
  put(b, ",\"constantBuffers\":[");
  for (UINT i = 0; i < d.ConstantBuffers; i++) {
    put_separator(b, i);
    put_constant_buffer(b, function->lpVtbl->GetConstantBufferByIndex(function, i));
  }
  put(b, "],\"bindings\":[");
  for (UINT i = 0; i < d.BoundResources; i++) {
    D3D12_SHADER_INPUT_BIND_DESC binding = {0};
    put_separator(b, i);
    put_binding(b, version, function->lpVtbl->GetResourceBindingDesc(function, i, &binding), &binding);
  }
  put(b, "],\"parameters\":[");
  /* The return value is parameter -1. */
  INT first = d.HasReturn ? -1 : 0;
  for (INT i = first; i < d.FunctionParameterCount; i++) {
    put_separator(b, i - first);
    put_parameter(b, function->lpVtbl->GetFunctionParameter(function, i), i);
  }
  put(b, "]}");
}

HRESULT reflect_library(ReflectFunction reflect, UINT version, const void *bytes, SIZE_T size, Buffer *json) {
  ID3D12LibraryReflection *library = NULL;
  D3D12_LIBRARY_DESC d = {0};
  HRESULT hr = reflect(bytes, size, library_interface(version), (void **)&library);
  if (FAILED(hr)) return hr;
  hr = library->lpVtbl->GetDesc(library, &d);
  if (SUCCEEDED(hr)) {
    put(json, "{\"creator\":");
    put_json(json, d.Creator);
    putf(json, ",\"flags\":%u,\"functions\":[", d.Flags);
    for (UINT i = 0; i < d.FunctionCount; i++) {
      put_separator(json, i);
      put_function(json, version, library->lpVtbl->GetFunctionByIndex(library, i));
    }
    put(json, "]}");
  }
  library->lpVtbl->Release(library);
  return hr;
}
