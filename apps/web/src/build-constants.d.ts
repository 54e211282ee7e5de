/** Set at build time: these pages go into the flash of an original device, and not to our gateway. */
declare const __FOR_DEVICE__: boolean;
