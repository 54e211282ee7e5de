// What browsers and Node both have; the contract needs neither DOM nor Node types for it.
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare class TextDecoder {
  decode(bytes: Uint8Array): string;
}
declare class URLSearchParams {
  constructor(init: string | Readonly<Record<string, string>>);
  get(name: string): string | null;
  toString(): string;
}
declare function btoa(binary: string): string;
declare function atob(base64: string): string;
/** The pages are built for the flash of an original device; not there in other builds than those of the pages. */
declare const __FOR_DEVICE__: boolean | undefined;
/** There in builds of the pages only. */
declare const __FOR_PAGES__: true | undefined;
