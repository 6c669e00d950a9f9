/** The public interface of dxlens in one import; each part has a subpath of its own. Named re-exports, nothing else. */
export * from './assemble/index.ts';
export * from './base/index.ts';
export * from './container/index.ts';
export * from './isa/sm1/index.ts';
export * from './isa/sm4/index.ts';
export * from './reflect/index.ts';
export * from './text/index.ts';
export * from './validate/index.ts';
