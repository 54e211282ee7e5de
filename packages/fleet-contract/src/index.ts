export * from './bodies.ts';
export * from './calls.ts';
export * from './site-summary.ts';
export * from './sites.ts';
