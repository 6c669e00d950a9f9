/* oracle.exe DLL LIMIT: serves the exported functions of Microsoft's d3dcompiler_47.dll over standard input and output.
   Runs under Wine; client.ts starts it and speaks to it.

   All numbers are little-endian 32-bit words.
     request   operation, flags, size of A, size of B, then A and B
     answer    HRESULT, size of the output, size of the messages, then both
   Microsoft's code crashes or hangs on some malformed input. The process then ends with EXIT_CRASH or EXIT_HANG (a
   request may take LIMIT seconds) and the client starts another. */
#define COBJMACROS
#include <windows.h>
#include <d3dcommon.h>
#include <fcntl.h>
#include <io.h>
#include <stdint.h>
#include "buffer.h"
#include "reflection.h"

enum { EXIT_USAGE = 2, EXIT_CRASH = 77, EXIT_HANG = 78 };

enum Operation {
  QUIT = 0,
  DISASSEMBLE = 1,        /* A: shader; flags: D3D_DISASM_* */
  ASSEMBLE = 2,           /* A: text; B: source name, defines, included files; flags: 1 debug information, 2 no validation */
  COMPILE = 3,            /* A: HLSL; B: entry, profile, source name, defines "A=1;B=2", effect flags "1", included files */
  STRIP = 4,              /* A: container; flags: D3DCOMPILER_STRIP_* */
  GET_PART = 5,           /* A: container; flags: D3D_BLOB_PART */
  REFLECT = 6,            /* A: container; flags: 11 asks the interfaces of Direct3D 11, else 12; output is JSON */
  PREPROCESS = 7,         /* A: HLSL; B: source name, defines, included files: name, text, name, text, ... */
  REFLECT_LIBRARY = 8,    /* the same for a container of a lib_* profile */
  SET_PART = 9,           /* A: container; B: part; flags: D3D_BLOB_PART */
  DISASSEMBLE_REGION = 10, /* A: shader; B: first byte, number of instructions; messages: the byte after, 8 bytes */
  TRACE_OFFSETS = 11,     /* A: container; output: the byte offset of each instruction, 32 bits each */
  BENCH_DISASSEMBLE = 12, /* A: size and bytes of each shader; B: loops; output is JSON */
  BENCH_ASSEMBLE = 13,    /* the same with texts */
  BENCH_REFLECT = 14,     /* the same; every description is asked for, flags as for REFLECT; libraries, too */
};

typedef HRESULT(WINAPI *Compile2)(const void *, SIZE_T, const char *, const D3D_SHADER_MACRO *, void *, const char *,
                                  const char *, UINT, UINT, UINT, const void *, SIZE_T, ID3DBlob **, ID3DBlob **);
typedef HRESULT(WINAPI *Disassemble)(const void *, SIZE_T, UINT, const char *, ID3DBlob **);
typedef HRESULT(WINAPI *DisassembleRegion)(const void *, SIZE_T, UINT, const char *, SIZE_T, SIZE_T, SIZE_T *,
                                           ID3DBlob **);
typedef HRESULT(WINAPI *Assemble)(const void *, SIZE_T, const char *, const D3D_SHADER_MACRO *, void *, UINT,
                                  ID3DBlob **, ID3DBlob **);
typedef HRESULT(WINAPI *Strip)(const void *, SIZE_T, UINT, ID3DBlob **);
typedef HRESULT(WINAPI *GetPart)(const void *, SIZE_T, UINT, UINT, ID3DBlob **);
typedef HRESULT(WINAPI *SetPart)(const void *, SIZE_T, UINT, UINT, const void *, SIZE_T, ID3DBlob **);
typedef HRESULT(WINAPI *Preprocess)(const void *, SIZE_T, const char *, const D3D_SHADER_MACRO *, void *, ID3DBlob **,
                                    ID3DBlob **);
typedef HRESULT(WINAPI *TraceOffsets)(const void *, SIZE_T, UINT, SIZE_T, SIZE_T, SIZE_T *, SIZE_T *);

static struct {
  Compile2 compile;
  Disassemble disassemble;
  DisassembleRegion disassemble_region;
  Assemble assemble;
  Strip strip;
  GetPart get_part;
  SetPart set_part;
  Preprocess preprocess;
  TraceOffsets trace_offsets;
  ReflectFunction reflect;
  ReflectFunction reflect_library;
} d3d;

static void *exported(HMODULE dll, const char *name) {
  void *function = (void *)GetProcAddress(dll, name);
  if (!function) {
    fprintf(stderr, "oracle: the DLL does not export %s\n", name);
    exit(EXIT_USAGE);
  }
  return function;
}

static void load(const char *path) {
  HMODULE dll = LoadLibraryA(path);
  if (!dll) {
    fprintf(stderr, "oracle: cannot load %s (error %lu)\n", path, GetLastError());
    exit(EXIT_USAGE);
  }
  d3d.compile = exported(dll, "D3DCompile2");
  d3d.disassemble = exported(dll, "D3DDisassemble");
  d3d.disassemble_region = exported(dll, "D3DDisassembleRegion");
  d3d.assemble = exported(dll, "D3DAssemble");
  d3d.strip = exported(dll, "D3DStripShader");
  d3d.get_part = exported(dll, "D3DGetBlobPart");
  d3d.set_part = exported(dll, "D3DSetBlobPart");
  d3d.preprocess = exported(dll, "D3DPreprocess");
  d3d.trace_offsets = exported(dll, "D3DGetTraceInstructionOffsets");
  d3d.reflect = exported(dll, "D3DReflect");
  d3d.reflect_library = exported(dll, "D3DReflectLibrary");
}

/* ---- crashes and hangs ---- */

static volatile LONG64 busy_since = 0; /* tick of the request under way, 0 when there is none */
static LONG64 limit_ms;

static LONG WINAPI on_crash(EXCEPTION_POINTERS *exception) {
  (void)exception;
  TerminateProcess(GetCurrentProcess(), EXIT_CRASH);
  return EXCEPTION_EXECUTE_HANDLER;
}

static DWORD WINAPI watch(void *unused) {
  (void)unused;
  for (;;) {
    Sleep(250);
    LONG64 since = busy_since;
    if (since && (LONG64)GetTickCount64() - since > limit_ms) TerminateProcess(GetCurrentProcess(), EXIT_HANG);
  }
  return 0;
}

static void arm_watch(void) { busy_since = (LONG64)GetTickCount64(); }
static void disarm_watch(void) { busy_since = 0; }

/* ---- requests ---- */

typedef struct {
  uint32_t operation, flags, size_a, size_b;
  char *a; /* both end with NULs that are not counted */
  char *b;
} Request;

typedef struct {
  HRESULT hr;
  ID3DBlob *blob; /* output of the DLL, or ... */
  Buffer output;  /* ... our own */
  ID3DBlob *errors;
  Buffer messages;
} Answer;

static int read_all(void *to, size_t size) { return fread(to, 1, size, stdin) == size; }

static int read_body(char **to, uint32_t size) {
  *to = malloc((size_t)size + 4);
  if (!*to) return 0;
  memset(*to + size, 0, 4);
  return read_all(*to, size);
}

static int read_request(Request *r) {
  uint32_t head[4];
  if (!read_all(head, sizeof head) || head[0] == QUIT) return 0;
  r->operation = head[0];
  r->flags = head[1];
  r->size_a = head[2];
  r->size_b = head[3];
  return read_body(&r->a, r->size_a) && read_body(&r->b, r->size_b);
}

/* The next of the NUL-terminated strings in B; empty past its end. */
static char *next_string(const Request *r, char **at) {
  char *string = *at < r->b + r->size_b ? *at : r->b + r->size_b;
  *at = string + strlen(string) + 1;
  return string;
}

#define MAX_DEFINES 64

/* Cuts "A=1;B=2" apart in place. */
static void parse_defines(char *text, D3D_SHADER_MACRO *macros) {
  int count = 0;
  while (*text && count < MAX_DEFINES - 1) {
    char *end = strchr(text, ';');
    if (end) *end = 0;
    char *value = strchr(text, '=');
    if (value) *value++ = 0;
    macros[count].Name = text;
    macros[count++].Definition = value ? value : "1";
    if (!end) break;
    text = end + 1;
  }
  macros[count].Name = macros[count].Definition = NULL;
}

/* ---- #include: files come with the request ---- */

typedef struct {
  ID3DInclude include; /* first, so that the DLL's pointer is ours */
  const Request *request;
  char *files; /* the first name */
} Files;

static HRESULT STDMETHODCALLTYPE open_file(ID3DInclude *self, D3D_INCLUDE_TYPE type, const char *name,
                                           const void *parent, const void **data, UINT *size) {
  Files *files = (Files *)self;
  const Request *r = files->request;
  (void)type, (void)parent;
  for (char *at = files->files; at < r->b + r->size_b;) {
    char *file = next_string(r, &at), *text = next_string(r, &at);
    if (strcmp(file, name)) continue;
    *data = text;
    *size = (UINT)strlen(text);
    return S_OK;
  }
  return E_FAIL;
}

static HRESULT STDMETHODCALLTYPE close_file(ID3DInclude *self, const void *data) {
  (void)self, (void)data;
  return S_OK;
}

/* The files in B from `at` on; NULL if there are none. */
static ID3DInclude *include_files(const Request *r, char *at, Files *files) {
  static ID3DIncludeVtbl functions = {open_file, close_file};
  files->include.lpVtbl = &functions;
  files->request = r;
  files->files = at;
  return at < r->b + r->size_b ? &files->include : NULL;
}

/* The content of B after the source name: the defines and the files, NULL if there are none. */
static ID3DInclude *files_of(const Request *r, char *at, D3D_SHADER_MACRO *macros, Files *files) {
  parse_defines(next_string(r, &at), macros);
  return include_files(r, at, files);
}

static void assemble(const Request *r, Answer *answer) {
  char *at = r->b;
  char *name = next_string(r, &at);
  D3D_SHADER_MACRO macros[MAX_DEFINES];
  Files files;
  ID3DInclude *include = files_of(r, at, macros, &files);
  answer->hr = d3d.assemble(r->a, r->size_a, *name ? name : NULL, macros, include, r->flags, &answer->blob,
                            &answer->errors);
}

static void compile(const Request *r, Answer *answer) {
  char *at = r->b;
  char *entry = next_string(r, &at), *profile = next_string(r, &at), *name = next_string(r, &at);
  D3D_SHADER_MACRO macros[MAX_DEFINES];
  parse_defines(next_string(r, &at), macros);
  UINT effect_flags = (UINT)strtoul(next_string(r, &at), NULL, 0);
  Files files;
  ID3DInclude *include = include_files(r, at, &files);
  answer->hr = d3d.compile(r->a, r->size_a, *name ? name : NULL, macros, include, *entry ? entry : NULL, profile, r->flags,
                           effect_flags, 0, NULL, 0, &answer->blob, &answer->errors);
}

static void preprocess(const Request *r, Answer *answer) {
  char *at = r->b;
  char *name = next_string(r, &at);
  D3D_SHADER_MACRO macros[MAX_DEFINES];
  Files files;
  ID3DInclude *include = files_of(r, at, macros, &files);
  answer->hr = d3d.preprocess(r->a, r->size_a, *name ? name : NULL, macros, include, &answer->blob, &answer->errors);
}

static void disassemble_region(const Request *r, Answer *answer) {
  uint32_t range[2] = {0, 0xffffffff};
  SIZE_T finish = 0;
  if (r->size_b >= sizeof range) memcpy(range, r->b, sizeof range);
  answer->hr =
      d3d.disassemble_region(r->a, r->size_a, r->flags, NULL, range[0], range[1], &finish, &answer->blob);
  put_bytes(&answer->messages, &finish, sizeof finish);
}

#define MAX_OFFSETS 65536

static void trace_offsets(const Request *r, Answer *answer) {
  static SIZE_T offsets[MAX_OFFSETS];
  SIZE_T total = 0;
  answer->hr = d3d.trace_offsets(r->a, r->size_a, r->flags, 0, MAX_OFFSETS, offsets, &total);
  for (SIZE_T i = 0; SUCCEEDED(answer->hr) && i < total && i < MAX_OFFSETS; i++) {
    uint32_t offset = (uint32_t)offsets[i];
    put_bytes(&answer->output, &offset, sizeof offset);
  }
}

static double seconds(void) {
  LARGE_INTEGER frequency, now;
  QueryPerformanceFrequency(&frequency);
  QueryPerformanceCounter(&now);
  return (double)now.QuadPart / (double)frequency.QuadPart;
}

/* What is timed: one shader or text. */
static HRESULT bench_one(const Request *r, const void *data, uint32_t size, ID3DBlob **output) {
  ID3DBlob *messages = NULL;
  if (r->operation == BENCH_DISASSEMBLE) return d3d.disassemble(data, size, r->flags, NULL, output);
  if (r->operation == BENCH_REFLECT) {
    static volatile UINT64 learned;
    UINT64 sum = 0;
    HRESULT hr = walk_shader(d3d.reflect, r->flags, data, size, &sum);
    if (FAILED(hr)) hr = walk_library(d3d.reflect_library, r->flags, data, size, &sum);
    learned += sum;
    return hr;
  }
  HRESULT hr = d3d.assemble(data, size, NULL, NULL, NULL, r->flags, output, &messages);
  if (messages) ID3D10Blob_Release(messages);
  return hr;
}

/* Times whole passes over the shaders; a pass before the first warms up. */
static void bench(const Request *r, Answer *answer) {
  uint32_t loops = 1, count = 0, failed = 0;
  uint64_t input = 0, output = 0;
  double best = 0, total = 0;
  if (r->size_b >= sizeof loops) memcpy(&loops, r->b, sizeof loops);
  for (uint32_t loop = 0; loop <= loops; loop++) {
    count = failed = 0;
    input = output = 0;
    double start = seconds();
    for (size_t at = 0; at + 4 <= r->size_a;) {
      uint32_t size;
      memcpy(&size, r->a + at, sizeof size);
      at += 4;
      if (size > r->size_a - at) break;
      ID3DBlob *blob = NULL;
      arm_watch();
      if (FAILED(bench_one(r, r->a + at, size, &blob))) failed++;
      if (blob) {
        output += ID3D10Blob_GetBufferSize(blob);
        ID3D10Blob_Release(blob);
      }
      count++;
      input += size;
      at += (size + 3) & ~3u; /* each begins at a DWORD */
    }
    double took = seconds() - start;
    if (loop == 0) continue;
    total += took;
    if (loop == 1 || took < best) best = took;
  }
  answer->hr = S_OK;
  putf(&answer->output, "{\"shaders\":%u,\"failed\":%u,\"loops\":%u,\"inputBytes\":%llu,\"outputBytes\":%llu", count,
       failed, loops, (unsigned long long)input, (unsigned long long)output);
  putf(&answer->output, ",\"bestSeconds\":%.9f,\"meanSeconds\":%.9f}", best, loops ? total / loops : 0.0);
}

static void perform(const Request *r, Answer *answer) {
  switch (r->operation) {
    case DISASSEMBLE:
      answer->hr = d3d.disassemble(r->a, r->size_a, r->flags, NULL, &answer->blob);
      break;
    case ASSEMBLE:
      assemble(r, answer);
      break;
    case COMPILE:
      compile(r, answer);
      break;
    case STRIP:
      answer->hr = d3d.strip(r->a, r->size_a, r->flags, &answer->blob);
      break;
    case GET_PART:
      answer->hr = d3d.get_part(r->a, r->size_a, r->flags, 0, &answer->blob);
      break;
    case REFLECT:
      answer->hr = reflect_shader(d3d.reflect, r->flags, r->a, r->size_a, &answer->output);
      break;
    case PREPROCESS:
      preprocess(r, answer);
      break;
    case REFLECT_LIBRARY:
      answer->hr = reflect_library(d3d.reflect_library, r->flags, r->a, r->size_a, &answer->output);
      break;
    case SET_PART:
      answer->hr = d3d.set_part(r->a, r->size_a, r->flags, 0, r->b, r->size_b, &answer->blob);
      break;
    case DISASSEMBLE_REGION:
      disassemble_region(r, answer);
      break;
    case TRACE_OFFSETS:
      trace_offsets(r, answer);
      break;
    case BENCH_DISASSEMBLE:
    case BENCH_ASSEMBLE:
    case BENCH_REFLECT:
      bench(r, answer);
      break;
    default:
      answer->hr = E_NOTIMPL;
  }
}

/* Texts come with a final NUL that is not part of them. */
static int answers_text(uint32_t operation) {
  return operation == DISASSEMBLE || operation == DISASSEMBLE_REGION || operation == PREPROCESS;
}

static uint32_t text_size(ID3DBlob *blob) {
  SIZE_T size = ID3D10Blob_GetBufferSize(blob);
  const char *text = ID3D10Blob_GetBufferPointer(blob);
  return (uint32_t)(size && !text[size - 1] ? size - 1 : size);
}

static void write_answer(const Request *r, Answer *answer) {
  const void *output = answer->output.data, *messages = answer->messages.data;
  uint32_t head[3] = {(uint32_t)answer->hr, (uint32_t)answer->output.size, (uint32_t)answer->messages.size};
  if (answer->blob) {
    output = ID3D10Blob_GetBufferPointer(answer->blob);
    head[1] = answers_text(r->operation) ? text_size(answer->blob) : (uint32_t)ID3D10Blob_GetBufferSize(answer->blob);
  }
  if (answer->errors) {
    messages = ID3D10Blob_GetBufferPointer(answer->errors);
    head[2] = text_size(answer->errors);
  }
  fwrite(head, sizeof head, 1, stdout);
  if (head[1]) fwrite(output, 1, head[1], stdout);
  if (head[2]) fwrite(messages, 1, head[2], stdout);
  fflush(stdout);
  if (answer->blob) ID3D10Blob_Release(answer->blob);
  if (answer->errors) ID3D10Blob_Release(answer->errors);
  free(answer->output.data);
  free(answer->messages.data);
}

int main(int count, char **arguments) {
  if (count != 3 || atoi(arguments[2]) <= 0) {
    fprintf(stderr, "usage: oracle.exe DLL LIMIT_IN_SECONDS\n");
    return EXIT_USAGE;
  }
  SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
  limit_ms = 1000 * (LONG64)atoi(arguments[2]);
  load(arguments[1]);
  ULONG guarantee = 65536; /* so that a stack overflow still reaches on_crash */
  SetThreadStackGuarantee(&guarantee);
  SetUnhandledExceptionFilter(on_crash);
  CreateThread(NULL, 0, watch, NULL, 0, NULL);
  _setmode(_fileno(stdin), _O_BINARY);
  _setmode(_fileno(stdout), _O_BINARY);
  static char output_buffer[1 << 16];
  setvbuf(stdout, output_buffer, _IOFBF, sizeof output_buffer);
  Request request;
  while (read_request(&request)) {
    Answer answer = {0};
    arm_watch();
    perform(&request, &answer);
    disarm_watch();
    write_answer(&request, &answer);
    free(request.a);
    free(request.b);
  }
  return 0;
}
