import { API_GENERATIONS } from '@heliograph/contract';
import { openConfigTestbed } from '@heliograph/testbed/gateway/config-testbed.ts';
import { describe, expect, it } from 'vitest';
import { apiGenerations, tellsNewest, tellsOf2023 } from './api-generations.ts';

describe('the API for other programs', () => {
  it('has the keys of 2023, those of the newest devices, or both, and never none', () => {
    expect(API_GENERATIONS.map((chosen) => [chosen, tellsOf2023(chosen), tellsNewest(chosen)])).toEqual([
      ['both', true, true],
      ['2023', true, false],
      ['newest', false, true],
    ]);
  });

  it('is as the owner has set it, from the next look on', async () => {
    const { settings } = await openConfigTestbed();
    expect(apiGenerations(settings)).toBe('both');
    await settings.update('network', (network) => ({ ...network, api_generations: 'newest' }));
    expect(apiGenerations(settings)).toBe('newest');
  });
});
