/** The product's name, the same in every language. */
export const PRODUCT_NAME = 'Heliograph';

declare const __PRODUCT_VERSION__: string;

/** The version of these pages, which is that of the gateway they came with. */
export const PRODUCT_VERSION: string = __PRODUCT_VERSION__;
