// Two root signatures, put together from parts.
#define FRAME "CBV(b0), RootConstants(num32BitConstants=4, b1)"
#define OPAQUE "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), " FRAME
#define SHADOWS FRAME ", " \
  "DescriptorTable(SRV(t0, numDescriptors=unbounded, flags=DATA_STATIC)), " \
  "StaticSampler(s0, filter=FILTER_COMPARISON_MIN_MAG_LINEAR_MIP_POINT)"
