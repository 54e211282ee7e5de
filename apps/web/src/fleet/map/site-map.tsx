import type { KnownSite } from '../api/live-sites.ts';
export function SiteMap({ sites }: { readonly sites: readonly KnownSite[] }) {
  return <p>{sites.length}</p>;
}
