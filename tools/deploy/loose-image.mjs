/**
 * Why the name of an image does not stay what it is; undefined when it names a version.
 * @param {string} image such as `node:26-bookworm-slim`
 */
export function looseImage(image) {
  const [, tag] = /^[^@]*?(?::([\w.-]+))?(?:@.*)?$/.exec(image.replace(/^[^/]*:\d+\//, '')) ?? [];
  if (image.includes('@sha256:')) return undefined;
  if (tag === undefined) return `${image} has no tag`;
  if (/^(latest|stable|edge|lts|current|main)\b/.test(tag) || !/\d/.test(tag))
    return `${image} is no version`;
  return undefined;
}
