import type { FieldNotice } from '../../shared/form/field.tsx';
import type { Texts } from '../../shared/i18n/texts.ts';
import { isNetmask, isSameSubnet, readIpv4 } from './ipv4.ts';
import type { NetworkValues } from './network-values.ts';

type Warned = 'ipaddress' | 'netmask' | 'gateway';

/** What is allowed and hardly meant, by field. What is no address is an error and nothing for here. */
export function addressNotices(
  t: Texts['network'],
  values: Pick<NetworkValues, Warned>,
): { readonly [Name in keyof NetworkValues]?: FieldNotice } {
  const ip = readIpv4(values.ipaddress);
  const netmask = readIpv4(values.netmask);
  const gateway = readIpv4(values.gateway);
  const isMask = netmask !== undefined && isNetmask(netmask);
  const warnings: { [Name in Warned]?: FieldNotice } = {};
  if (ip === 0) warnings.ipaddress = { kind: 'warning', text: t.noAddress };
  if (netmask !== undefined && !isMask) warnings.netmask = { kind: 'warning', text: t.oddNetmask };
  if (ip && gateway && isMask && !isSameSubnet(ip, gateway, netmask)) {
    warnings.gateway = { kind: 'warning', text: t.outside };
  }
  return warnings;
}
