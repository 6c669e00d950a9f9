/* Asks for all that reflection.c writes and copies the answers, which is what a program does that wants to keep them: for
   benchmarks. */
#define COBJMACROS
#include "reflection.h"
#include <d3d12shader.h>

#define MAX_TYPE_DEPTH 16

/* The copies: each container's go over those of the one before. */
static char copies[1 << 22];
static size_t copied;

static UINT64 bytes_of(const void *data, size_t size) {
  if (copied + size > sizeof copies) copied = 0;
  if (size > sizeof copies) return 0;
  memcpy(copies + copied, data, size);
  copied += size;
  return size;
}

static UINT64 text(const char *name) { return name ? bytes_of(name, strlen(name) + 1) : 0; }

static UINT64 walk_type(ID3D12ShaderReflectionType *type, int depth) {
  D3D12_SHADER_TYPE_DESC d;
  if (!type || depth > MAX_TYPE_DEPTH || FAILED(type->lpVtbl->GetDesc(type, &d))) return 0;
  UINT64 sum = bytes_of(&d, sizeof d) + text(d.Name);
  for (UINT i = 0; i < d.Members; i++) {
    sum += text(type->lpVtbl->GetMemberTypeName(type, i));
    sum += walk_type(type->lpVtbl->GetMemberTypeByIndex(type, i), depth + 1);
  }
  sum += walk_type(type->lpVtbl->GetSubType(type), depth + 1);
  sum += walk_type(type->lpVtbl->GetBaseClass(type), depth + 1);
  UINT interfaces = type->lpVtbl->GetNumInterfaces(type);
  for (UINT i = 0; i < interfaces; i++) sum += walk_type(type->lpVtbl->GetInterfaceByIndex(type, i), depth + 1);
  return sum;
}

static UINT64 walk_variable(ID3D12ShaderReflectionVariable *variable) {
  D3D12_SHADER_VARIABLE_DESC d;
  if (FAILED(variable->lpVtbl->GetDesc(variable, &d))) return 0;
  UINT64 sum = bytes_of(&d, sizeof d) + text(d.Name);
  if (d.DefaultValue) sum += bytes_of(d.DefaultValue, d.Size);
  sum += variable->lpVtbl->GetInterfaceSlot(variable, 0);
  return sum + walk_type(variable->lpVtbl->GetType(variable), 0);
}

static UINT64 walk_buffer(ID3D12ShaderReflectionConstantBuffer *buffer) {
  D3D12_SHADER_BUFFER_DESC d;
  if (FAILED(buffer->lpVtbl->GetDesc(buffer, &d))) return 0;
  UINT64 sum = bytes_of(&d, sizeof d) + text(d.Name);
  for (UINT i = 0; i < d.Variables; i++) sum += walk_variable(buffer->lpVtbl->GetVariableByIndex(buffer, i));
  return sum;
}

static UINT64 binding(HRESULT hr, const D3D12_SHADER_INPUT_BIND_DESC *d) {
  if (FAILED(hr)) return 0;
  return bytes_of(d, sizeof *d) + text(d->Name);
}

static UINT64 parameter(HRESULT hr, const D3D12_SIGNATURE_PARAMETER_DESC *d) {
  if (FAILED(hr)) return 0;
  return bytes_of(d, sizeof *d) + text(d->SemanticName);
}

HRESULT walk_shader(ReflectFunction reflect, UINT version, const void *bytes, SIZE_T size, UINT64 *sum) {
  ID3D12ShaderReflection *r = NULL;
  D3D12_SHADER_DESC d;
  D3D12_SHADER_INPUT_BIND_DESC b = {0};
  D3D12_SIGNATURE_PARAMETER_DESC p = {0};
  copied = 0;
  HRESULT hr = reflect(bytes, size, shader_interface(version), (void **)&r);
  if (FAILED(hr)) return hr;
  hr = r->lpVtbl->GetDesc(r, &d);
  if (SUCCEEDED(hr)) {
    UINT64 all = text(d.Creator) + bytes_of(&d, sizeof d);
    D3D_FEATURE_LEVEL level = 0;
    UINT x = 0, y = 0, z = 0;
    all += r->lpVtbl->GetMovInstructionCount(r) + r->lpVtbl->GetMovcInstructionCount(r);
    all += r->lpVtbl->GetConversionInstructionCount(r) + r->lpVtbl->GetBitwiseInstructionCount(r);
    all += r->lpVtbl->GetGSInputPrimitive(r) + r->lpVtbl->IsSampleFrequencyShader(r);
    all += r->lpVtbl->GetNumInterfaceSlots(r) + r->lpVtbl->GetMinFeatureLevel(r, &level) + level;
    all += r->lpVtbl->GetThreadGroupSize(r, &x, &y, &z) + x + y + z + r->lpVtbl->GetRequiresFlags(r);
    for (UINT i = 0; i < d.ConstantBuffers; i++) all += walk_buffer(r->lpVtbl->GetConstantBufferByIndex(r, i));
    for (UINT i = 0; i < d.BoundResources; i++) all += binding(r->lpVtbl->GetResourceBindingDesc(r, i, &b), &b);
    for (UINT i = 0; i < d.InputParameters; i++) all += parameter(r->lpVtbl->GetInputParameterDesc(r, i, &p), &p);
    for (UINT i = 0; i < d.OutputParameters; i++) all += parameter(r->lpVtbl->GetOutputParameterDesc(r, i, &p), &p);
    for (UINT i = 0; i < d.PatchConstantParameters; i++)
      all += parameter(r->lpVtbl->GetPatchConstantParameterDesc(r, i, &p), &p);
    *sum += all;
  }
  r->lpVtbl->Release(r);
  return hr;
}

static UINT64 walk_function(ID3D12FunctionReflection *function) {
  D3D12_FUNCTION_DESC d;
  D3D12_SHADER_INPUT_BIND_DESC b = {0};
  if (FAILED(function->lpVtbl->GetDesc(function, &d))) return 0;
  UINT64 sum = text(d.Name) + text(d.Creator) + bytes_of(&d, sizeof d);
  for (UINT i = 0; i < d.ConstantBuffers; i++)
    sum += walk_buffer(function->lpVtbl->GetConstantBufferByIndex(function, i));
  for (UINT i = 0; i < d.BoundResources; i++)
    sum += binding(function->lpVtbl->GetResourceBindingDesc(function, i, &b), &b);
  for (INT i = d.HasReturn ? -1 : 0; i < d.FunctionParameterCount; i++) {
    D3D12_PARAMETER_DESC p;
    ID3D12FunctionParameterReflection *one = function->lpVtbl->GetFunctionParameter(function, i);
    if (SUCCEEDED(one->lpVtbl->GetDesc(one, &p))) sum += text(p.Name) + text(p.SemanticName) + bytes_of(&p, sizeof p);
  }
  return sum;
}

HRESULT walk_library(ReflectFunction reflect, UINT version, const void *bytes, SIZE_T size, UINT64 *sum) {
  ID3D12LibraryReflection *library = NULL;
  D3D12_LIBRARY_DESC d;
  HRESULT hr = reflect(bytes, size, library_interface(version), (void **)&library);
  if (FAILED(hr)) return hr;
  hr = library->lpVtbl->GetDesc(library, &d);
  if (SUCCEEDED(hr)) {
    *sum += text(d.Creator) + d.Flags;
    for (UINT i = 0; i < d.FunctionCount; i++) *sum += walk_function(library->lpVtbl->GetFunctionByIndex(library, i));
  }
  library->lpVtbl->Release(library);
  return hr;
}
