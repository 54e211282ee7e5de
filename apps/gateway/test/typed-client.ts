import { basicAuthorization, encodeCredentials, getInverterList, getLiveData } from '@heliograph/contract';

export async function tellOfPlant(gateway: string, password: string): Promise<readonly string[]> {
  const live = getLiveData.read(await (await fetch(gateway + getLiveData.path)).json());
  const authorization = basicAuthorization(encodeCredentials('admin', password));
  const answer = await fetch(gateway + getInverterList.path, { headers: { authorization } });
  const list = getInverterList.read(await answer.json());
  return [`${live?.total.Power.v} W`, ...(list?.inverter ?? []).map(({ name, type }) => `${name}: ${type}`)];
}
