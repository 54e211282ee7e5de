import { describe, expect, it } from 'vitest';
import {
  capabilitiesOfRelease,
  decodeFileList,
  detectDevice,
  devicePaths,
  encodeFileList,
  FEBRUARY_2023,
  NEWEST_RELEASE,
  ofFile,
  ofInverter,
  PATHS,
} from './index.ts';

const pathsOf = (release: number) => devicePaths(capabilitiesOfRelease(release));

describe('the paths of a device', () => {
  it('of February 2023', () => {
    expect(pathsOf(FEBRUARY_2023)).toEqual({
      ...{ gridProfileBytes: undefined, inverterOrder: undefined, statisticsReset: undefined },
      ...{ logSettings: undefined, zones: ['/zones.json'], fileList: '/api/config/list' },
      ...{ fileGet: '/api/config/get', fileUpload: '/api/config/upload' },
      ...{ factoryReset: '/api/config/delete', fileDelete: undefined },
    });
  });

  it('of today', () => {
    expect(pathsOf(NEWEST_RELEASE)).toEqual({
      gridProfileBytes: '/api/gridprofile/rawdata',
      inverterOrder: '/api/inverter/order',
      statisticsReset: '/api/inverter/stats_reset',
      logSettings: '/api/logging/config',
      zones: ['/api/ntp/zones'],
      ...{ fileList: '/api/file/list', fileGet: '/api/file/get', fileUpload: '/api/file/upload' },
      ...{ factoryReset: '/api/file/delete_all', fileDelete: '/api/file/delete' },
    });
  });

  it('change with the release that changed them', () => {
    expect(pathsOf(24_10_15).factoryReset).toBe('/api/config/delete');
    expect(pathsOf(24_11_07).factoryReset).toBe('/api/file/delete_all');
    expect(pathsOf(25_09_11).zones).toEqual(['/zones.json']);
    expect(pathsOf(23_09_11).gridProfileBytes).toBe('/api/gridprofile/status');
  });

  it('are both tried where nobody can know', () => {
    const device = detectDevice({
      hostname: 'a',
      git_hash: 'abc',
      config_version: '0.1.30',
      nrf_configured: true,
    });
    expect(device && devicePaths(device.capabilities).zones).toEqual(['/api/ntp/zones', '/zones.json']);
  });

  it('name an inverter or a file', () => {
    expect(ofInverter(PATHS.liveData, '114172220143')).toBe('/api/livedata/status?inv=114172220143');
    expect(ofInverter(PATHS.eventLog, '1161a00b0fa2', 'de')).toBe(
      '/api/eventlog/status?inv=1161a00b0fa2&locale=de',
    );
    expect(ofFile('/api/file/get', 'a b&c.json')).toBe('/api/file/get?file=a%20b%26c.json');
  });
});

describe('the list of files', () => {
  it.each([
    [FEBRUARY_2023, { configs: [{ name: 'config.json' }] }, undefined],
    [NEWEST_RELEASE, [{ name: 'config.json', size: 9000 }], 9000],
  ])('of %d is read, and comes back as it was sent', (release, document, sizeBytes) => {
    const files = decodeFileList(document);
    expect(files).toEqual([{ name: 'config.json', sizeBytes }]);
    expect(encodeFileList(capabilitiesOfRelease(release), files ?? [])).toEqual(document);
  });

  it('has no files without a name, and is none without a list', () => {
    expect(decodeFileList([{ size: 3 }, null, 'config.json'])).toEqual([]);
    for (const document of [null, {}, 'x', { configs: {} }]) expect(decodeFileList(document)).toBeUndefined();
  });
});
