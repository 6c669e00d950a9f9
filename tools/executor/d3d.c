/* The backends of the executor for Wine. */
#include "frame.h"

const struct backend *const backends[] = {&d3d11_backend, &d3d9_backend, NULL};
