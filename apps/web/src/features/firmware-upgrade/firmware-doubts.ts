import { CHIP_NAMES, type FirmwareImage, type ReceivedSystemStatus } from '@heliograph/contract';
import { isProgram, runningVersion } from '../../shared/api/running-version.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';

/** What may be wrong with an image for this device, as far as both can be compared. */
export function firmwareDoubts(
  { gateway, maintenance: t }: TextsOf<'gateway' | 'maintenance'>,
  { chipId, version }: Pick<FirmwareImage, 'chipId' | 'version'>,
  status: Partial<ReceivedSystemStatus>,
): readonly string[] {
  const { chipModel = '', storedImage: image = '' } = status;
  const chip = CHIP_NAMES[chipId] ?? `#${chipId}`;
  // The names of all others begin with the first one.
  const ownChip = Object.values(CHIP_NAMES).findLast((name) => chipModel.startsWith(name));
  const [running, older] =
    !__FOR_DEVICE__ && isProgram(status) ? [image, gateway.program.older] : [runningVersion(status), t.older];
  return [
    ...(ownChip === undefined || chip === ownChip ? [] : [t.otherChip(chip, ownChip)]),
    ...(isOlder(version, running) ? [older(version, running)] : []),
  ];
}

/** Whether the first of two versions is older; false also where they are no numbers with dots between them. */
function isOlder(version: string, running: string): boolean {
  const [theirs, ours] = [version, running].map((text) => /^v?(\d+(?:\.\d+)+)/.exec(text)?.[1]?.split('.'));
  if (theirs === undefined || ours === undefined) return false;
  const index = ours.findIndex((part, place) => Number(part) !== Number(theirs[place] ?? 0));
  return index >= 0 && Number(theirs[index] ?? 0) < Number(ours[index]);
}
