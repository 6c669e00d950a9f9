/* D3DReflect and D3DReflectLibrary answers as JSON; the names are those of the D3D12 structures in camelCase. `version` is
   11 for the interfaces of Direct3D 11, anything else for those of 12. */
#ifndef DXLENS_ORACLE_REFLECTION_H
#define DXLENS_ORACLE_REFLECTION_H

#include <windows.h>
#include "buffer.h"

typedef HRESULT(WINAPI *ReflectFunction)(const void *, SIZE_T, REFIID, void **);

HRESULT reflect_shader(ReflectFunction reflect, UINT version, const void *bytes, SIZE_T size, Buffer *json);
HRESULT reflect_library(ReflectFunction reflect, UINT version, const void *bytes, SIZE_T size, Buffer *json);

const IID *shader_interface(UINT version);
const IID *library_interface(UINT version);

/* Asks for everything that the functions above write, and writes nothing: what a program pays that wants to know it all.
   Adds what it learned up in `sum`, so that no question can be left out. */
HRESULT walk_shader(ReflectFunction reflect, UINT version, const void *bytes, SIZE_T size, UINT64 *sum);
HRESULT walk_library(ReflectFunction reflect, UINT version, const void *bytes, SIZE_T size, UINT64 *sum);

#endif
