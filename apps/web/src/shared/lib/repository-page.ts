/** A page of a repository (`owner/name`) at the public code host. */
export function repositoryPage(repository: string, path = ''): string {
  return `https://github.com/${repository}${path}`;
}
