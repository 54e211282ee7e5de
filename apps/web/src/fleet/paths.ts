/** The pages of the fleet. */
export const FLEET_PATHS = { sites: '/', login: '/login', share: '/share', manage: '/manage' } as const;

export const MANAGE_PARTS = ['sites', 'groups', 'accounts', 'links', 'password'] as const;
export type ManagePart = (typeof MANAGE_PARTS)[number];

export const managePath = (part: ManagePart) => `${FLEET_PATHS.manage}/${part}`;
export const sitePath = (id: string) => `/sites/${id}`;

/** The login, which leads back to where one was. */
export function loginPath(from: string): string {
  return from === FLEET_PATHS.sites
    ? FLEET_PATHS.login
    : `${FLEET_PATHS.login}?return=${encodeURIComponent(from)}`;
}

/** Where the login leads: a page of ours, whatever an address says. */
export function returnPath(search: string): string {
  const wanted = new URLSearchParams(search).get('return') ?? '';
  const isOurs = /^\/(?![/\\])/.test(wanted) && !wanted.startsWith(FLEET_PATHS.login);
  return isOurs ? wanted : FLEET_PATHS.sites;
}
