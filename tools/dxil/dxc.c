/* The public DirectX shader compiler (dxcompiler.dll): compiles one file and writes the container and its listing.
   usage: dxc.exe DXCOMPILER.DLL SOURCE CONTAINER LISTING ARGUMENT...
   The interfaces are declared by hand, by the place of each function in its table: MinGW has no dxcapi.h. */
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

typedef struct {
  const void *data;
  SIZE_T size;
  UINT encoding;
} DxcBuffer;
typedef struct Interface {
  void **functions;
} Interface;

/* Places in the tables of IDxcBlob, IDxcOperationResult and IDxcCompiler3. */
enum { BLOB_DATA = 3, BLOB_SIZE = 4, RESULT_STATUS = 3, RESULT_OUTPUT = 4, RESULT_ERRORS = 5, COMPILE = 3, DISASSEMBLE = 4 };

static const GUID class_compiler = {0x73e22d93, 0xe6ce, 0x47f3, {0xb5, 0xbf, 0xf0, 0x66, 0x4f, 0x39, 0xc1, 0xb0}};
static const GUID interface_compiler3 = {0x228b4687, 0x5a6a, 0x4730, {0x90, 0x0c, 0x97, 0x02, 0xb2, 0x20, 0x3f, 0x54}};
static const GUID interface_result = {0x58346cda, 0xdde7, 0x4497, {0x94, 0x61, 0x6f, 0x87, 0xaf, 0x5e, 0x06, 0x59}};

typedef HRESULT(WINAPI *CreateInstance)(const GUID *, const GUID *, void **);
typedef HRESULT(WINAPI *Compile)(Interface *, const DxcBuffer *, WCHAR **, UINT, void *, const GUID *, void **);
typedef HRESULT(WINAPI *Disassemble)(Interface *, const DxcBuffer *, const GUID *, void **);
typedef HRESULT(WINAPI *GetStatus)(Interface *, HRESULT *);
typedef HRESULT(WINAPI *GetBlob)(Interface *, Interface **);
typedef void *(WINAPI *GetData)(Interface *);
typedef SIZE_T(WINAPI *GetSize)(Interface *);

static void *data_of(Interface *blob) { return ((GetData)blob->functions[BLOB_DATA])(blob); }
static SIZE_T size_of(Interface *blob) { return ((GetSize)blob->functions[BLOB_SIZE])(blob); }

static int fail(const char *what, HRESULT hr) {
  fprintf(stderr, "%s: %08lx\n", what, (unsigned long)hr);
  return 1;
}

static Interface *blob_of(Interface *result, int place) {
  Interface *blob = NULL;
  ((GetBlob)result->functions[place])(result, &blob);
  return blob;
}

static int save(const char *path, Interface *blob) {
  FILE *file = fopen(path, "wb");
  if (!file) return 1;
  size_t written = fwrite(data_of(blob), 1, size_of(blob), file);
  return fclose(file) || written != size_of(blob);
}

int main(int count, char **arguments) {
  static char source[1 << 20];
  if (count < 6) return 2;
  HMODULE dll = LoadLibraryA(arguments[1]);
  if (!dll) return fail("LoadLibrary", (HRESULT)GetLastError());
  CreateInstance create = (CreateInstance)(void *)GetProcAddress(dll, "DxcCreateInstance");
  Interface *compiler = NULL;
  HRESULT hr = create(&class_compiler, &interface_compiler3, (void **)&compiler);
  if (FAILED(hr)) return fail("DxcCreateInstance", hr);
  FILE *file = fopen(arguments[2], "rb");
  if (!file) return fail(arguments[2], E_FAIL);
  DxcBuffer text = {source, fread(source, 1, sizeof source, file), CP_UTF8};
  fclose(file);
  UINT options = (UINT)count - 5;
  WCHAR **wide = calloc(options, sizeof *wide);
  for (UINT i = 0; i < options; i++) {
    wide[i] = calloc(1024, sizeof **wide);
    MultiByteToWideChar(CP_UTF8, 0, arguments[5 + i], -1, wide[i], 1023);
  }
  Interface *result = NULL;
  hr = ((Compile)compiler->functions[COMPILE])(compiler, &text, wide, options, NULL, &interface_result, (void **)&result);
  if (FAILED(hr)) return fail("Compile", hr);
  Interface *errors = blob_of(result, RESULT_ERRORS);
  if (errors && size_of(errors)) fprintf(stderr, "%.*s\n", (int)size_of(errors), (char *)data_of(errors));
  HRESULT status = E_FAIL;
  ((GetStatus)result->functions[RESULT_STATUS])(result, &status);
  if (FAILED(status)) return fail("status", status);
  Interface *output = blob_of(result, RESULT_OUTPUT);
  DxcBuffer bytes = {data_of(output), size_of(output), 0};
  Interface *listed = NULL;
  hr = ((Disassemble)compiler->functions[DISASSEMBLE])(compiler, &bytes, &interface_result, (void **)&listed);
  if (FAILED(hr)) return fail("Disassemble", hr);
  return save(arguments[3], output) || save(arguments[4], blob_of(listed, RESULT_OUTPUT));
}
