/** The part of a browser's trusted types that is used; the compiler does not know them yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): URL };
}

/** The address of a worker of ours, in the form in which the content policy of the page lets it be run. */
export function trustedScript(url: string): URL | string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  // The content policy knows a policy of this name and no other.
  const policy = trustedTypes?.createPolicy('worker', { createScriptURL: (asked) => asked });
  return policy?.createScriptURL(url) ?? url;
}
