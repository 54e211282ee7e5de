/** The oldest Node that runs the gateway: major, minor. */
const NODE_MIN = [20, 19] as const;

/** Why this Node cannot run the gateway, in one sentence; undefined when it can. */
export function nodeVersionProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [minMajor, minMinor] = NODE_MIN;
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return undefined;
  return `Heliograph needs Node ${minMajor}.${minMinor} or newer, and this is Node ${version}.`;
}
