import { basicAuthorization, encodeCredentials, getInverterList, getLiveData } from '@heliograph/contract';

export async function tellOfPlant(gateway: string, password: string): Promise<readonly string[]> {
  const live = getLiveData.read(await (await fetch(gateway + getLiveData.path)).json());
  const authorization = basicAuthorization(encodeCredentials('admin', password));
  const answer = await fetch(gateway + getInverterList.path, { headers: { authorization } });
  const list = answer.ok ? getInverterList.read(await answer.json()) : undefined;
  if (live === undefined || list === undefined) return ['This is no answer of a gateway to its admin.'];
  return [`${live.totals.power.value} W`, ...list.inverter.map(({ name, type }) => `${name}: ${type}`)];
}
