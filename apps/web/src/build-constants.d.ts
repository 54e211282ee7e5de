/** Set at build time: these pages go into the flash of an original device, and not to our gateway. */
declare const __FOR_DEVICE__: boolean;

/** Set at build time: these are the pages of a gateway. In tests they are those of both. */
declare const __FOR_GATEWAY__: boolean;

/** Set at build time: these are the pages of a fleet. */
declare const __FOR_FLEET__: boolean;

/** Set at build time of the worker alone: the script of the page that it shows while the gateway does not answer. */
declare const __OFFLINE_PAGE_SCRIPT__: string;
