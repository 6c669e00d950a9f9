/**
 * The messages of the compiler. The numbers X3xxx and X4xxx are Microsoft's; the reporter fills in the `{name}`
 * placeholders.
 */
import { error, type Message, warning } from '../base/messages.ts';

export const DX6200 = /* @__PURE__ */ error(
  'DX6200',
  'the source nests more than {limit} levels deep',
  'split expressions and blocks into functions',
);
export const DX6201 = /* @__PURE__ */ error('DX6201', 'the source has more than {limit} tokens; the rest is not read');

export const X3000 = /* @__PURE__ */ error('X3000', '{found} is not expected here');

export const DX6202 = /* @__PURE__ */ error('DX6202', 'a type with more than {limit} numbers cannot be compiled');
export const DX6203 = /* @__PURE__ */ error(
  'DX6203',
  '{what} cannot be used by a class whose object the application binds',
);

export const X3003 = /* @__PURE__ */ error('X3003', '{name} is declared twice', 'rename or remove one of them');
export const X3004 = /* @__PURE__ */ error('X3004', '{name} is not declared{hint}');
export const X3005 = /* @__PURE__ */ error('X3005', '{name} is not a variable or function of this kind');
export const X3006 = /* @__PURE__ */ error('X3006', '{name} cannot be extern', 'it is for variables at file scope');
export const X3007 = /* @__PURE__ */ error('X3007', '{name} cannot be static and a constant');
export const X3008 = /* @__PURE__ */ error('X3008', '{name} cannot be volatile');
export const X3009 = /* @__PURE__ */ error('X3009', 'a member cannot have an initial value');
export const X3010 = /* @__PURE__ */ error('X3010', '{name} cannot be groupshared');
export const X3010_RESOURCES = /* @__PURE__ */ error('X3010', 'a resource cannot be groupshared');
export const X3013 = /* @__PURE__ */ error('X3013', 'no function takes {given}; there are {candidates}');
export const X3013_COUNT = /* @__PURE__ */ error('X3013', '{name} takes at most {limit} arguments');
export const X3014 = /* @__PURE__ */ error('X3014', 'the constructor takes {expected} numbers, not {given}');
export const X3012_MISSING = /* @__PURE__ */ error(
  'X3012',
  '{name} is constant and needs a value',
  'add = and a value',
);
export const X3017_LIST = /* @__PURE__ */ error('X3017', '{expected} numbers are expected here, not {given}');
export const X3017 = /* @__PURE__ */ error('X3017', '{from} cannot be converted to {to}');
export const X3018 = /* @__PURE__ */ error('X3018', '{type} has no {name}{hint}');
export const X3019 = /* @__PURE__ */ error(
  'X3019',
  'a scalar is expected here, not {types}',
  'use any(), all() or one component',
);
export const X3020_CASE = /* @__PURE__ */ error('X3020', 'the value of a case has to be known', 'use a literal');
export const X3020_CONDITION = /* @__PURE__ */ error('X3020', 'a number is expected before ?, not {types}');
export const X3020 = /* @__PURE__ */ error('X3020', '{operator} cannot join {types}');
export const X3020_SAMPLES = /* @__PURE__ */ error('X3020', 'a texture has at least one sample');
export const X3020_BOOL = /* @__PURE__ */ error(
  'X3020',
  'a bool cannot be changed by an operator',
  'assign it: `b = b || c`',
);
export const X3022 = /* @__PURE__ */ error('X3022', 'a number is expected, not {types}');
export const X3025 = /* @__PURE__ */ error('X3025', 'this cannot be assigned: {reason}');
export const X3036 = /* @__PURE__ */ error('X3036', '{name} is a parameter already', 'rename the variable');
export const X3035 = /* @__PURE__ */ error('X3035', 'the member {name} cannot be const');
export const X3037_ELEMENT = /* @__PURE__ */ error(
  'X3037',
  'the elements of a texture have at most 4 numbers: not {type}',
);
export const X3037 = /* @__PURE__ */ error('X3037', '{expected} numbers are expected here, not {given}');
export const X3038 = /* @__PURE__ */ error('X3038', '{name} cannot be of type void');
export const X3044 = /* @__PURE__ */ error(
  'X3044',
  '{name} needs an initial value, because a parameter before it has one',
);
export const X3043 = /* @__PURE__ */ error('X3043', '{name} is a variable of a function, which has no semantic');
export const X3047 = /* @__PURE__ */ error('X3047', '{name} cannot be uniform here', 'move it to file scope');
export const X3048 = /* @__PURE__ */ error('X3048', 'nointerpolation excludes other modes of interpolation');
export const X3048_REPEATED = /* @__PURE__ */ error('X3048', 'a modifier is there twice');
export const X3048_MAJOR = /* @__PURE__ */ error('X3048', 'row_major and column_major exclude each other');
export const X3052 = /* @__PURE__ */ error('X3052', 'a vector has 1 to 4 components');
export const X3053 = /* @__PURE__ */ error('X3053', 'a matrix has 1 to 4 rows and columns');
export const X3054 = /* @__PURE__ */ error('X3054', '{name} cannot be shared');
export const X3055 = /* @__PURE__ */ error('X3055', 'only functions can be inline');
export const X3058 = /* @__PURE__ */ error('X3058', 'the length of an array has to be known', 'use a literal');
export const X3059 = /* @__PURE__ */ error('X3059', 'the length of this {name} is not possible');
export const X3062 = /* @__PURE__ */ error('X3062', '{name} cannot be uniform and an output', 'leave out one of them');
export const X3067 = /* @__PURE__ */ error(
  'X3067',
  'more than one function takes {given}: {candidates}',
  'cast an argument to the type that is meant',
);
export const X3097 = /* @__PURE__ */ error('X3097', '{name} belongs to an object, and there is none here');
export const X3099 = /* @__PURE__ */ error(
  'X3099',
  '{name} is static: objects do not have it',
  'call it by the name of its structure: {owner}::{name}(...)',
);
export const X3068_STATIC = /* @__PURE__ */ error('X3068', '{name} is static at one of its declarations only');
export const X3068 = /* @__PURE__ */ error('X3068', '{name} was declared with another result');
export const X3074 = /* @__PURE__ */ error('X3074', '{name} needs a length or an initial value');
export const X3077 = /* @__PURE__ */ error('X3077', 'only matrices are row_major or column_major');
export const X3078 = /* @__PURE__ */ warning(
  'X3078',
  '{name} of a loop is declared again: the first one is still visible here',
  'rename it, or leave out its type',
);
export const X3079 = /* @__PURE__ */ error('X3079', '{name} returns no value');
export const X3080 = /* @__PURE__ */ error('X3080', '{name} has to return a value');
export const X3081 = /* @__PURE__ */ warning('X3081', 'only the last of the values between commas is used');
export const X3082 = /* @__PURE__ */ error('X3082', '{operator} takes whole numbers, not {types}');
export const X3084 = /* @__PURE__ */ error('X3084', 'two parameters have the name {name}');
export const X3084_ARGUMENT = /* @__PURE__ */ error('X3084', '[{name}] takes other values');
export const X3085 = /* @__PURE__ */ error('X3085', 'only floats are snorm or unorm');
export const X3085_UNSIGNED = /* @__PURE__ */ error('X3085', 'only int is unsigned', 'write uint');
export const X3087 = /* @__PURE__ */ error('X3087', '{type} has no methods');
export const X3088 = /* @__PURE__ */ error('X3088', '{type} has no method {name}{hint}');
export const X3089 = /* @__PURE__ */ error('X3089', '{name} is no profile');
export const X3090 = /* @__PURE__ */ error(
  'X3090',
  '{profile} has no resources inside of structures',
  'declare them at file scope, or compile for 5_0',
);
export const X3091 = /* @__PURE__ */ error('X3091', 'packoffset is for the variables of a constant buffer');
export const X3092 = /* @__PURE__ */ warning(
  'X3092',
  'the negative of an unsigned number is unsigned',
  'cast it to int',
);
export const X3094 = /* @__PURE__ */ error('X3094', '{name} is no structure, class or interface');
export const X3095 = /* @__PURE__ */ error('X3095', 'a structure has at most one base that is no interface');
export const X3100 = /* @__PURE__ */ error('X3100', '{name} is no static member');
export const X3101 = /* @__PURE__ */ error('X3101', '{name} has another type than its declaration');
export const X3102 = /* @__PURE__ */ error('X3102', '{name} can be defined only at file scope');
export const X3103 = /* @__PURE__ */ error('X3103', 'nothing defines {name}', 'define it at file scope');
export const X3107 = /* @__PURE__ */ error('X3107', 'an interface cannot have bases', 'repeat their methods');
export const X3108 = /* @__PURE__ */ error('X3108', '{name} does not have the method {method} of {base}');
export const X3111 = /* @__PURE__ */ error('X3111', '{name} contains itself');
export const X3115 = /* @__PURE__ */ error('X3115', 'two registers are given: {first} and {second}', 'leave out one');
export const X3119 = /* @__PURE__ */ error('X3119', 'an array of interfaces has one length', 'multiply the lengths');
export const X3120 = /* @__PURE__ */ error('X3120', 'the index has {expected} number(s), and is no {given}');
export const X3121 = /* @__PURE__ */ error(
  'X3121',
  '{type} has no elements',
  'only arrays, vectors, matrices and resources have',
);
export const X3122 = /* @__PURE__ */ error('X3122', 'the components of a {name} are scalars');
export const X3124 = /* @__PURE__ */ error('X3124', 'a buffer cannot have elements of {type}');
export const X3202 = /* @__PURE__ */ error('X3202', 'a member has no register');
export const X3203 = /* @__PURE__ */ warning('X3203', 'signed and unsigned numbers are compared', 'cast one of them');
export const X3205 = /* @__PURE__ */ warning('X3205', '{from} loses precision as {to}');
export const X3206 = /* @__PURE__ */ warning('X3206', '{from} loses components as {to}', 'select components: .xyz');
export const X3208 = /* @__PURE__ */ warning(
  'X3208',
  '{name} has no program for vertex shaders of feature level 9',
  'compile with a profile that ends in _ps_only if it needs none',
);
export const X3209 = /* @__PURE__ */ warning(
  'X3209',
  '{name} has no program for pixel shaders of feature level 9',
  'compile with a profile that ends in _vs_only if it needs none',
);
export const X3500_ELEMENT = /* @__PURE__ */ error(
  'X3500',
  'an element that a value chooses cannot be assigned here',
  'index an array of its own, or compare the index with each number',
);
export const X3500 = /* @__PURE__ */ error('X3500', '{name} calls itself, or calls nest too deep');
export const X3504_LOOP = /* @__PURE__ */ error('X3504', 'an iteration of the unrolled loop leaves the array here');
export const X3504 = /* @__PURE__ */ error('X3504', 'element {index} of {count} does not exist');
export const X3530 = /* @__PURE__ */ error(
  'X3530',
  'only some variables of {name} have a packoffset',
  'give all one, or none',
);
export const X3541 = /* @__PURE__ */ error('X3541', '{name} is no place in a constant buffer', 'c0 to c4095');
export const X3544 = /* @__PURE__ */ error(
  'X3544',
  '{profile} has no interfaces that an application binds',
  'assign an object to a local variable of the interface, or compile for 5_0',
);
export const X3545 = /* @__PURE__ */ error('X3545', 'no class implements {name}', 'derive a class from the interface');
export const X3547 = /* @__PURE__ */ error(
  'X3547',
  'an object that an application sets cannot be changed',
  'copy it to a local variable',
);
export const X3549 = /* @__PURE__ */ error(
  'X3549',
  'an atomic operation changes group memory or a view',
  'name an element of one',
);
export const X3507 = /* @__PURE__ */ error('X3507', '{name} may end without a value', 'add a return at the end');
export const X3508 = /* @__PURE__ */ error('X3508', '{name} does not set its parameter {parameter} completely');
export const X3510 = /* @__PURE__ */ error('X3510', '{name} is called, but only declared', 'give it a body');
export const X3518 = /* @__PURE__ */ error('X3518', 'break is not inside of a loop or switch');
export const X3519 = /* @__PURE__ */ error('X3519', 'continue is not inside of a loop');
export const X3524 = /* @__PURE__ */ error('X3524', '{name} and {other} exclude each other');
export const X3524_TWICE = /* @__PURE__ */ error('X3524', 'the attribute {name} is there twice');
export const X3533 = /* @__PURE__ */ error('X3533', 'a case with statements has to end with break or return');
export const X3537 = /* @__PURE__ */ error('X3537', 'a case cannot go on with the next one');
export const X3530_REGISTER = /* @__PURE__ */ error('X3530', '{name} is no register for this');
export const X3579 = /* @__PURE__ */ warning(
  'X3579',
  'groupshared variables have no initial values, and only cs has them',
);
export const X3650 = /* @__PURE__ */ error('X3650', '{name} cannot be half at file scope', 'use float, or min16float');
export const X3651 = /* @__PURE__ */ error('X3651', '{name} cannot be double before 5_0');
export const X3651_LOCAL = /* @__PURE__ */ error('X3651', '{profile} has no double', 'use float, or compile for 5_0');
export const X3721 = /* @__PURE__ */ error('X3721', 'only 5_1 has register spaces');
export const X3500_FUNCTION = /* @__PURE__ */ error('X3500', '{name} calls itself');
export const X3513 = /* @__PURE__ */ error('X3513', 'a {primitive} has {count} vertices');
export const X3514 = /* @__PURE__ */ error('X3514', '[{name}] takes a number from 1 to {limit}');
export const X3514_PRIMITIVE = /* @__PURE__ */ error(
  'X3514',
  '{name} does not name its primitive',
  'write point, line, triangle, lineadj or triangleadj before it',
);
export const X3514_NUMBER = /* @__PURE__ */ error(
  'X3514',
  'vertices do not have the number of their primitive or instance',
  'make it a parameter of the entry point',
);
export const X3514_INSTANCES = /* @__PURE__ */ error('X3514', 'geometry shaders have no instances before 5_0');
export const X3514_STREAM = /* @__PURE__ */ error('X3514', 'the stream {name} has to be inout');
export const X3655 = /* @__PURE__ */ error('X3655', 'a group has 1 to {all} threads, and at most {deepest} in z');
export const X3657 = /* @__PURE__ */ error('X3657', '[{name}] cannot be {value}', 'choose one of: {values}');
export const X3550 = /* @__PURE__ */ warning(
  'X3550',
  'the index of a resource has to be known: the loop is unrolled',
  'compile for 5_1, or write [unroll]',
);
export const X3550_ELEMENT = /* @__PURE__ */ warning(
  'X3550',
  'an element that a value chooses is assigned, which no instruction does: the loop is unrolled',
  'index an array of its own, or write [unroll]',
);
export const X3582 = /* @__PURE__ */ warning(
  'X3582',
  'the offsets of a texture read have to be known: the loop is unrolled',
  'write [unroll]',
);
export const X3570 = /* @__PURE__ */ warning(
  'X3570',
  'pixels leave this loop at different times, and this needs derivatives: the loop is unrolled',
  'choose the level: SampleLevel, SampleGrad; or compute derivatives before the loop',
);
export const X3572 = /* @__PURE__ */ warning(
  'X3572',
  'an iteration changes the object or resource of the next one: the loop is unrolled',
  'choose it in branches, or write [unroll]',
);
export const X3595 = /* @__PURE__ */ warning(
  'X3595',
  'pixels leave this loop at different times, so that these derivatives may be undefined',
  'choose the level: SampleLevel, SampleGrad; or compute derivatives before the loop',
);
export const X3583 = /* @__PURE__ */ warning(
  'X3583',
  'all threads of a group write the same value to one element of a view',
  'let one thread write it: if (index == 0)',
);
export const X3584 = /* @__PURE__ */ warning(
  'X3584',
  'all threads of a group write the same value to one element of group memory',
  'let one thread write it: if (index == 0)',
);
export const X3658 = /* @__PURE__ */ error('X3658', 'only hull, domain and geometry shaders have patches as inputs');
export const X3662 = /* @__PURE__ */ error(
  'X3662',
  'derivatives of values from views are undefined, because the pixels around may not have them',
  'choose the level: SampleLevel, SampleGrad',
);
export const X3663 = /* @__PURE__ */ error(
  'X3663',
  'threads of a group may not reach this barrier together',
  'move it out of the branch or loop',
);
export const X3679 = /* @__PURE__ */ error('X3679', 'only a resource that can be written is globally coherent');
export const X3680 = /* @__PURE__ */ error(
  'X3680',
  'a hull shader that passes its points through has {count} or none',
  'change [outputcontrolpoints]',
);
export const X3683 = /* @__PURE__ */ error('X3683', 'a resource has no elements with resources');
export const X3694 = /* @__PURE__ */ error(
  'X3694',
  'threads of a group write different values to one element of a view',
  'let one thread write it: if (index == 0), or use an atomic operation',
);
export const X3695 = /* @__PURE__ */ error(
  'X3695',
  'threads of a group write different values to one element of group memory',
  'let one thread write it: if (index == 0), or use an atomic operation',
);
export const X4026 = /* @__PURE__ */ error(
  'X4026',
  'threads of a group may not reach this barrier together: what decides it may change meanwhile',
  'move the barrier out of branches, or add another one after reading what decides them',
);
export const X3556 = /* @__PURE__ */ warning(
  'X3556',
  'the {name} of signed numbers is slow',
  'use uint where no number is negative',
);
export const X3557 = /* @__PURE__ */ warning('X3557', 'the loop runs {count} time(s): {change}');
export const X3571 = /* @__PURE__ */ warning(
  'X3571',
  'pow has no value for a negative base, which is possible here',
  'write pow(abs(x), y), or max(x, 0)',
);
export const X3576 = /* @__PURE__ */ warning(
  'X3576',
  'the semantics inside of a structure do not count, because the structure has one',
  'leave out one of them',
);
export const X3578 = /* @__PURE__ */ warning(
  'X3578',
  'the output {name} is not set completely',
  'give it a value first',
);
export const X4577 = /* @__PURE__ */ error('X4577', 'SV_Position has four components', 'make it a float4');
export const X4580 = /* @__PURE__ */ error(
  'X4580',
  'the output {name} has {system}, which every way through the shader has to set',
  'give it a value at the start',
);
export const X4596 = /* @__PURE__ */ error(
  'X4596',
  'an element of a typed view is written as a whole',
  'assign all of its components',
);
export const X4595 = /* @__PURE__ */ error(
  'X4595',
  'the counter of {name} is both incremented and decremented',
  'use two buffers',
);
export const X3589 = /* @__PURE__ */ error(
  'X3589',
  '#pragma def is for models before 4_0',
  'remove it, or compile with /Gec',
);
export const X3594 = /* @__PURE__ */ error(
  'X3594',
  'the element of a {name} is a structure',
  'declare a struct with one member',
);
export const X3696 = /* @__PURE__ */ error(
  'X3696',
  'nothing ends this loop',
  'leave it with a condition, break or return',
);
export const X4029 = /* @__PURE__ */ error(
  'X4029',
  'nothing ends this loop after its first iteration',
  'leave it with a condition, break or return',
);
export const X3546 = /* @__PURE__ */ error('X3546', '{profile} has no texture buffers', 'use a cbuffer');
export const X3715 = /* @__PURE__ */ error('X3715', 'a library has no texture buffers', 'use a cbuffer');
export const X3703 = /* @__PURE__ */ error(
  'X3703',
  '{name} has less precision, which {profile} does not have',
  'use half or float',
);
export const X3705 = /* @__PURE__ */ error(
  'X3705',
  'a branch with side effects cannot be flattened',
  'remove [flatten], or move what it writes out of it',
);
export const X3706 = /* @__PURE__ */ error(
  'X3706',
  'numbers of less precision have no {name} with a sign',
  'cast them to int',
);
export const X4118 = /* @__PURE__ */ warning('X4118', 'the root of a negative number is NaN');
export const X4119 = /* @__PURE__ */ warning('X4119', 'the logarithm of a negative number is NaN');
export const X4000 = /* @__PURE__ */ error('X4000', '{name} is used, but nothing has set it', 'give it a value first');
export const X4008 = /* @__PURE__ */ warning('X4008', 'this divides by zero');
export const X4010 = /* @__PURE__ */ error('X4010', 'this divides a whole number by zero');
export const X3532 = /* @__PURE__ */ error('X3532', 'two cases have this value');
export const X3554 = /* @__PURE__ */ warning('X3554', 'the attribute {name} is unknown and does nothing');

export const X3538 = /* @__PURE__ */ error('X3538', 'it is not known which sampler this is', 'sample in each branch');
export const X3669 = /* @__PURE__ */ error(
  'X3669',
  'the resource of this element is not known',
  'read it in each branch',
);
export const X3690 = /* @__PURE__ */ error(
  'X3690',
  'an element of a resource is used, but nothing has set the variable',
  'give it a resource first',
);

export const DX6204 = /* @__PURE__ */ error(
  'DX6204',
  'an object or a resource that is known when the source is compiled is expected',
);
export const DX6206 = /* @__PURE__ */ error('DX6206', 'only numbers can be inputs and outputs of a shader');
export const DX6207 = /* @__PURE__ */ error('DX6207', 'the program has more than {limit} operations');

export const DX6208 = /* @__PURE__ */ error(
  'DX6208',
  'an atomic operation changes group memory or a view',
  'name an element of one',
);

export const DX6209 = /* @__PURE__ */ warning(
  'DX6209',
  "a branch before gave {name} another object; as Microsoft's compiler has it, only the branch uses that one",
  'call the methods in both branches',
);

export const X3501_LIBRARY = /* @__PURE__ */ error('X3501', 'a library exports no function', 'write export before one');
export const X3710 = /* @__PURE__ */ error(
  'X3710',
  '{name} of a library function is not a number, vector or matrix',
  'pass the members one by one; resources are at file scope',
);
export const X3711 = /* @__PURE__ */ error(
  'X3711',
  '{semantic} is the semantic of two parameters',
  'choose another one',
);
export const X3716 = /* @__PURE__ */ error('X3716', 'a library has no classes', 'use a struct');
export const X3717 = /* @__PURE__ */ error(
  'X3717',
  '{name} of a library function cannot be double',
  'pass two uints: asuint, asdouble',
);
export const X3718 = /* @__PURE__ */ error(
  'X3718',
  'two exported functions have the name {name}',
  'rename one of them',
);
export const X8000_LIBRARY = /* @__PURE__ */ error('X8000', 'a library cannot call objects that an application binds');
export const X4602 = /* @__PURE__ */ error('X4602', 'functions of libraries cannot send messages or abort');

export const X3502 = /* @__PURE__ */ error('X3502', 'an input has no semantic', 'add one, such as : TEXCOORD0');
export const X3502_FACTORS = /* @__PURE__ */ error(
  'X3502',
  'the constants of the patch do not have all factors of the domain {domain}',
  'add SV_TessFactor and SV_InsideTessFactor',
);
export const X3503 = /* @__PURE__ */ error('X3503', 'an output has no semantic', 'add one, such as : SV_Target');
export const X3503_PLANES = /* @__PURE__ */ error('X3503', 'clip planes need an output SV_Position of four components');
export const X3536_PLANES = /* @__PURE__ */ error(
  'X3536',
  'a shader with clip planes has no output SV_ClipDistance of its own',
  'leave out one of them',
);
export const X3084_PLANE = /* @__PURE__ */ error('X3084', 'a clip plane is a constant that the application sets');
export const X4594 = /* @__PURE__ */ error(
  'X4594',
  'at feature level 9, a clip plane is one row of a constant buffer as it is',
  'declare it as a float4',
);
export const X3528 = /* @__PURE__ */ error('X3528', 'this profile has no branches', 'leave out [branch]');
export const X3531 = /* @__PURE__ */ error(
  'X3531',
  'the loop has to be unrolled, which [loop] forbids',
  'remove [loop], or what needs known indices',
);
export const X3511 = /* @__PURE__ */ error('X3511', 'the loop cannot be unrolled: how often it runs is not known');
export const X3512 = /* @__PURE__ */ error(
  'X3512',
  'an array of resources takes only indices that are known when the source is compiled',
  'use a literal, unroll the loop, or compile for 5_1',
);

export const X3084_ATTRIBUTE = /* @__PURE__ */ error('X3084', 'the entry point of a {stage} shader needs [{name}]');

export const X3084_PATCH = /* @__PURE__ */ error(
  'X3084',
  'there is no function "{name}" for the constants of the patch',
);

/** A fault of a signature: Microsoft's code, our text. */
export function signatureFault(code: string, text: string, hint?: string): Message {
  return error(code, text, hint);
}

const tooLarge = (code: string, of: string) =>
  error(code, `the program takes {count} ${of} slots, and {profile} has {limit}`, SHORTEN);
const SHORTEN = 'shorten the program, or compile for a later profile';

export const X5233 = /* @__PURE__ */ tooLarge('X5233', 'texture');
export const X5608 = /* @__PURE__ */ tooLarge('X5608', 'arithmetic');
export const X5609 = /* @__PURE__ */ tooLarge('X5609', 'instruction');
export const X5612 = /* @__PURE__ */ tooLarge('X5612', 'instruction');
export const X5615 = /* @__PURE__ */ tooLarge('X5615', 'instruction');
export const X5426 = /* @__PURE__ */ error(
  'X5426',
  'reads of textures depend on each other {count} times, and {profile} has {limit}',
  'use fewer coordinates that come from textures, or compile for a later profile',
);
export const X5589 = /* @__PURE__ */ error(
  'X5589',
  'the program needs {count} constants with its literals, and {profile} has {limit}',
  'use fewer literals, or compile for a later profile',
);
export const X4547 = /* @__PURE__ */ warning(
  'X4547',
  'debug information is too long for a comment, so that the shader has none',
  'split the program, or compile it for a later model',
);
export const X4548 = /* @__PURE__ */ error(
  'X4548',
  'the table of constants is too long',
  'use fewer variables, or shorter names',
);
export const X4505 = /* @__PURE__ */ error(
  'X4505',
  'the program needs {count} temporary registers, and {profile} has {limit}',
  SHORTEN,
);
export const X3501 = /* @__PURE__ */ error(
  'X3501',
  'there is no function {name} with a body',
  'name the entry point: -E NAME',
);

export const X3523 = /* @__PURE__ */ error(
  'X3523',
  '{name} belongs to the models before 4_0',
  'use a method of a texture, or compile with /Gec',
);
export const X3535 = /* @__PURE__ */ error('X3535', '{name} is not available in this profile', 'choose a later one');
export const X3651_FUNCTION = /* @__PURE__ */ error('X3651', '{name} takes doubles, which this profile does not have');
export const X3660 = /* @__PURE__ */ error('X3660', '{name} needs a profile of 5_0', 'choose a later one');
export const X3664 = /* @__PURE__ */ error('X3664', '{name} is for compute shaders');
export const X3672 = /* @__PURE__ */ error('X3672', '{name} is for pixel shaders of a later model');
export const X3674 = /* @__PURE__ */ error('X3674', 'only an input of the shader can be evaluated elsewhere');
export const X3681 = /* @__PURE__ */ error('X3681', 'atomic operations take int and uint', 'use InterlockedExchange');
export const X4532 = /* @__PURE__ */ error(
  'X4532',
  '{name} is not available in this stage',
  'derivatives, and reads that choose a level by them, are for pixel shaders',
);
export const X4555_CAST = /* @__PURE__ */ error(
  'X4555',
  'what is assigned has a cast to another type of scalar',
  'cast the value instead',
);
export const X4566 = /* @__PURE__ */ error('X4566', 'the offsets have to be known from -8 to 7', 'use literals');
export const X4575 = /* @__PURE__ */ error(
  'X4575',
  'group memory is read, but nothing has set it',
  'let the threads set it, and wait for them at a barrier',
);
export const X4576_INDEXED = /* @__PURE__ */ error(
  'X4576',
  'tess factors in {name} have to be chosen by known indices',
  'unroll the loop, or compare the index with each number',
);
const X3684 = /* @__PURE__ */ error('X3684', 'this profile has no double', 'use float, or compile for 5_0');
export const X4598 = /* @__PURE__ */ error('X4598', 'the sizes of this texture are uint', 'use uint variables');
export const X8000 = /* @__PURE__ */ error('X8000', '{name} with a smallest level or a status needs 5_0');

export const X4597 = /* @__PURE__ */ error(
  'X4597',
  'feature level 9 has no Texture1D',
  'use a Texture2D that is one texel high',
);

const COMPUTE_BEFORE = 'choose the level (tex2Dlod), or read and derive before the branch';
const X3528_DERIVATIVE = /* @__PURE__ */ error(
  'X3528',
  'a branch that stays cannot derive computed values, or read textures there',
  COMPUTE_BEFORE,
);
const X4014 = /* @__PURE__ */ error(
  'X4014',
  'computed values cannot be derived in a branch, and textures cannot be read there',
  COMPUTE_BEFORE,
);

const REFUSALS: Readonly<Record<string, Message>> = {
  X3523,
  X3528: X3528_DERIVATIVE,
  X3535,
  X3651: X3651_FUNCTION,
  X3660,
  X3664,
  X3672,
  X3674,
  X3681,
  X3684,
  X4000,
  X4014,
  X4532,
  X4566,
  X4575,
  X4598,
  X8000,
};

/** A function that a profile does not have: Microsoft's code. */
export function refusal(code: string): Message {
  return REFUSALS[code] ?? error(code, '{name} is not available in this profile');
}

/** Faults of signatures: bind/ has the text of each. */
export const X3536 = /* @__PURE__ */ error('X3536', 'an element of a signature has a type that its mode excludes');
export const X3687 = /* @__PURE__ */ error('X3687', 'the streams of a geometry shader do not fit together');
export const X4589 = /* @__PURE__ */ error('X4589', 'a patch has at most {limit} control points, not {count}');
export const X4592 = /* @__PURE__ */ error(
  'X4592',
  'several streams of a geometry shader can only have points',
  'use PointStream for all of them',
);
export const X8000_VERTICES = /* @__PURE__ */ error(
  'X8000',
  'all vertices together can have {limit} components, and {vertices} vertices have {components} each',
  'emit fewer vertices, or pass less with each',
);
export const X4603 = /* @__PURE__ */ error(
  'X4603',
  'the index of an interface has to be the same for all threads or pixels',
  'branch on the index, and use a known one in each branch',
);
export const X4019 = /* @__PURE__ */ error('X4019', '{name} and {other} are in one place', 'move one of them');
export const X4500 = /* @__PURE__ */ error('X4500', '{name} and {other} have one register', 'number one of them anew');
export const X4509 = /* @__PURE__ */ error(
  'X4509',
  'the register of {name} does not exist, or is a render target',
  'there are {limit}',
);
export const X4509_MEMBERS = /* @__PURE__ */ error(
  'X4509',
  'resources of {name} have no register',
  'write one register for its textures, one for its samplers and one for its views',
);
export const X4565 = /* @__PURE__ */ error('X4565', '{name} does not fit: there are {limit} registers');
export const X4567 = /* @__PURE__ */ error(
  'X4567',
  'the register of the buffer {name} does not exist: there are {limit}',
);
export const X4578 = /* @__PURE__ */ error('X4578', 'the buffers {name} and {other} have one register');
export const X4585 = /* @__PURE__ */ error('X4585', '{name} needs a profile of 5_0', 'before it, only cs has views');
export const X4610 = /* @__PURE__ */ error('X4610', '{name} and {other} have one register', 'number one of them anew');
export const X4502 = /* @__PURE__ */ error(
  'X4502',
  'the semantic does not exist in this stage',
  'values of the system depend on the stage and on the direction',
);
export const X4503 = /* @__PURE__ */ error('X4503', 'the semantic is used more than once', 'number it');
export const X4506 = /* @__PURE__ */ error('X4506', 'there are more inputs or outputs than registers');
export const X4555 = /* @__PURE__ */ error('X4555', 'the type of the system value is another one');
export const X4571 = /* @__PURE__ */ error('X4571', 'there are more outputs than registers');
export const X4576 = /* @__PURE__ */ error(
  'X4576',
  'the element cannot be in its place in the signature',
  'put system values that the hardware makes last',
);
export const X4579 = /* @__PURE__ */ error('X4579', 'models 1 to 3 have no infinity and no NaN as a literal');
export const X4581 = /* @__PURE__ */ error(
  'X4581',
  'textures are not read through arrays of samplers in models 1 to 3',
);
/** Faults of root signatures: bind/ has the text of each. */
export const X4612 = /* @__PURE__ */ error('X4612', 'the root signature is no valid text');
export const X4614 = /* @__PURE__ */ error('X4614', 'the root signature cannot be serialized');
export const X4615 = /* @__PURE__ */ error('X4615', 'the root signature does not have what the shader uses');
export const X4615_MODEL = /* @__PURE__ */ error('X4615', 'profiles before 5.0 have no root signatures');

export const X3539 = /* @__PURE__ */ error(
  'X3539',
  'pixel shaders before 2_0 are not compiled',
  'use ps_2_0, which runs them all',
);
export const X3506 = /* @__PURE__ */ error(
  'X3506',
  '{profile} is no profile that is compiled',
  'use one such as ps_5_0',
);

export const X4016 = /* @__PURE__ */ error('X4016', 'feature level 9 has no SV_InstanceID');
export const X4568 = /* @__PURE__ */ error(
  'X4568',
  'at feature level 9, inputs of pixels are floats, interpolated in perspective',
  'pass a float, and leave out nointerpolation and noperspective',
);
export const X4583 = /* @__PURE__ */ error('X4583', 'feature level 9 has only SV_Position, SV_Target and SV_Depth');
export const X3719 = /* @__PURE__ */ error(
  'X3719',
  'only compute shaders from 5.0 on have resources that may share memory',
  'compile without --resources-may-alias',
);
export const X3722 = /* @__PURE__ */ error(
  'X3722',
  'in model 5.1, branches can be avoided only where all resources are bound',
  'compile without --avoid-flow, or with --all-resources-bound',
);
export const X3723 = /* @__PURE__ */ error(
  'X3723',
  'samplers and semantics of Direct3D 9 are not for model 5.1',
  'compile without --compatibility, or for 5_0',
);

// Effects.

export const X3000_FUNCTION = /* @__PURE__ */ error('X3000', 'no function {name} of effects takes {count} arguments');
export const X3011 = /* @__PURE__ */ error('X3011', 'the value of {name} has to be known', 'use literals');
export const X3017_COUNT = /* @__PURE__ */ error('X3017', 'the initial value of {name} is of another type');
export const X3041 = /* @__PURE__ */ error('X3041', '{profile} is no profile', 'use one such as vs_5_0');
export const DX6210 = /* @__PURE__ */ error('DX6210', '{profile} is no profile of shaders in effects of {effect}');
export const DX6211 = /* @__PURE__ */ error(
  'DX6211',
  'shaders in assembly language are for effects of Direct3D 9',
  'compile a function',
);
export const DX6212 = /* @__PURE__ */ error('DX6212', '{name} is no state of effects{hint}');
export const DX6213 = /* @__PURE__ */ error('DX6213', '{name} is a state of {expected}, not of {block}');
export const DX6214 = /* @__PURE__ */ error('DX6214', '{name} is one state without an index');
export const DX6215 = /* @__PURE__ */ error('DX6215', '{name} needs an index', 'write {name}[0]');
export const DX6216 = /* @__PURE__ */ error('DX6216', 'the index of {name} is a number from 0 to {last}');
export const DX6217 = /* @__PURE__ */ error('DX6217', '{name} is set to an object', 'name one, or write NULL');
export const DX6218 = /* @__PURE__ */ error('DX6218', 'the value is of another type than {name}');
export const DX6219 = /* @__PURE__ */ error('DX6219', '{value} is no value of {name}{hint}');
export const DX6220 = /* @__PURE__ */ error('DX6220', '{name} takes {expected} number(s), not {given}');
export const DX6221 = /* @__PURE__ */ error(
  'DX6221',
  '{name} needs a literal here, unless states may be computed',
  'pass computedStates, --computed-states or /Gdp',
);
export const DX6222 = /* @__PURE__ */ error('DX6222', 'this value cannot be computed when {name} is set');
export const DX6223 = /* @__PURE__ */ error('DX6223', 'effects have no variables of {type}: {name}');
export const DX6224 = /* @__PURE__ */ error('DX6224', 'objects cannot be inside of {name} in an effect');
export const DX6225 = /* @__PURE__ */ error('DX6225', '{name} has more than one dimension', 'use an array with one');
export const DX6226 = /* @__PURE__ */ error(
  'DX6226',
  'pass {pass} of technique {technique} sets one of the hull shader and the domain shader',
  'set both',
);
export const DX6227 = /* @__PURE__ */ error(
  'DX6227',
  'effects of fx_5_0 have no state {name}',
  'call a function of Direct3D',
);
export const DX6228 = /* @__PURE__ */ error(
  'DX6228',
  'the shader has {expected} parameter(s) that are interfaces, and BindInterfaces names {given} object(s)',
);
export const DX6229 = /* @__PURE__ */ error('DX6229', '{name} cannot be shared alone', 'share its buffer');
export const DX6230 = /* @__PURE__ */ error('DX6230', 'a buffer of an effect has numbers alone: move {name} out of it');
export const DX6231 = /* @__PURE__ */ error(
  'DX6231',
  'no {first} and {second} of pass {pass} in technique {technique} fit together: {reason}',
);
export const DX6232 = /* @__PURE__ */ error(
  'DX6232',
  '{element} is no element of a stream',
  'write SLOT:SEMANTIC.MASK, where slot and mask may be left out',
);
export const DX6239 = /* @__PURE__ */ error(
  'DX6239',
  'only the program for feature level 9 reads a variable, so that it has no register',
);
export const DX6238 = /* @__PURE__ */ error(
  'DX6238',
  'outputs of {profile} cannot be streamed',
  'compile the shader for 4_0 or later',
);
export const DX6233 = /* @__PURE__ */ error('DX6233', 'the effect has no technique', 'write technique { pass { } }');
export const DX6234 = /* @__PURE__ */ error('DX6234', '{name} is an array of textures', 'declare them one by one');
export const DX6235 = /* @__PURE__ */ error(
  'DX6235',
  'effects of MonoGame have no parameter of this type: {name}',
  'use float, int or bool, also as vectors, column-major matrices and arrays of them',
);
export const DX6236 = /* @__PURE__ */ error(
  'DX6236',
  'the value of {name} is no shader with a profile such as {profile}',
  'write compile {profile} FUNCTION()',
);
export const DX6237 = /* @__PURE__ */ error('DX6237', 'a file of MonoGame cannot have {what}');
export const DX6240 = /* @__PURE__ */ error(
  'DX6240',
  'a texture shader cannot compute this: it has no loops, derivatives or textures',
);
export const DX6241 = /* @__PURE__ */ error(
  'DX6241',
  '{name} is a state of samplers of Direct3D 9',
  'write Filter, MaxLOD or MipLODBias, or pass --compatibility to ignore it',
);
export const DX6241_IGNORED = /* @__PURE__ */ warning(
  'DX6241',
  '{name} is a state of samplers of Direct3D 9 and is ignored',
  'write Filter, MaxLOD or MipLODBias',
);
