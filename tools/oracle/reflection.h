/* D3DReflect and D3DReflectLibrary answers as JSON; the names are those of the D3D12 structures in camelCase. */
#ifndef DXLENS_ORACLE_REFLECTION_H
#define DXLENS_ORACLE_REFLECTION_H

#include <windows.h>
#include "buffer.h"

typedef HRESULT(WINAPI *ReflectFunction)(const void *, SIZE_T, REFIID, void **);

HRESULT reflect_shader(ReflectFunction reflect, const void *bytes, SIZE_T size, Buffer *json);
HRESULT reflect_library(ReflectFunction reflect, const void *bytes, SIZE_T size, Buffer *json);

#endif
