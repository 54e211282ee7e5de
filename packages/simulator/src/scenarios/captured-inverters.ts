/**
 * Real devices, by what they sent on the air. Each inverter has the serial of its captures.
 *
 * Replayed as captured, for ever: the answers listed under `captured`; a request for one of their fragments gets that
 * fragment. Made by our own codec, because nobody published them: the limit (100 % until it is changed), the device
 * information (the model is the one named in the source; HM-800 where none is named), acknowledgements, an event log
 * without events, and the real-time data of those whose capture holds other answers only.
 */

import type { CapturedAnswers, InverterModel, ScenarioInverter } from './scenario.ts';

interface CapturedDevice {
  readonly serial: string;
  readonly name: string;
  readonly model: InverterModel;
  readonly stringCount: 2 | 4;
  readonly captured: CapturedAnswers;
}

const DEVICES: readonly CapturedDevice[] = [
  {
    // https://github.com/lumapu/ahoy tools/rpi/README.md, where the decoding is published too
    serial: '114172220143',
    name: 'HM-600/700/800, afternoon',
    model: 'HM-800',
    stringCount: 2,
    captured: {
      RealTimeRunData: [
        '9572220143722201430100010144004e00fe0146004f010200006b',
        '957222014372220143028f820000867a05fe060b08fc138a01e915',
        '957222014372220143830000001503e800df0383d5f391',
      ],
    },
  },
  {
    // HM-1500 in the morning; its last fragment came after a retransmit request:
    // https://github.com/tbnobody/OpenDTU/issues/1888
    serial: '116183063371',
    name: 'HM-1500, morning',
    model: 'HM-1500',
    stringCount: 4,
    captured: {
      RealTimeRunData: [
        '95830633718306337101000101c300c600cc037c0399000090a880',
        '95830633718306337102000094fb00530054019f0095009e026c04',
        '9583063371830633710302900000891a00008a36003d003f094767',
        '9583063371830633718413840b7700dc007c03e500e500033c7f19',
      ],
    },
  },
  {
    // HM-600: https://github.com/tbnobody/OpenDTU/issues/1022
    serial: '114182977401',
    name: 'HM-600',
    model: 'HM-600',
    stringCount: 2,
    captured: {
      RealTimeRunData: [
        '958297740182977401010001014f002f009d0150002f009f00028a',
        '958297740182977401023bf40002350609b509b009011386012ede',
        '958297740182977401830000000d03e8016c000edd004e',
      ],
    },
  },
  {
    // https://github.com/tbnobody/OpenDTU/issues/1628
    serial: '114190529229',
    name: 'Two strings, below zero',
    model: 'HM-800',
    stringCount: 2,
    captured: {
      RealTimeRunData: [
        '95905292299052922901000101540010003701570011003c00009c',
        '9590529229905292290230fb00003155000a000b08b2138a006e74',
        '959052922990529229830000000503e8fff800abd4a020',
      ],
    },
  },
  {
    // https://github.com/hoylabs/OpenDTU-OnBattery/issues/268
    serial: '114184237507',
    name: 'Two strings, uneven',
    model: 'HM-800',
    stringCount: 2,
    captured: {
      RealTimeRunData: [
        '958423750784237507010001013b008901af01f40143064700017f',
        '9584237507842375070235f000023f6c0008001a090b1386079514',
        '958423750784237507830000005403e8014c000160e366',
      ],
    },
  },
  {
    // HM-1500 on 2022-12-31, DC values but no AC power, yields of the day already reset:
    // https://github.com/tbnobody/OpenDTU/issues/401
    serial: '116181045303',
    name: 'HM-1500, dusk',
    model: 'HM-1500',
    stringCount: 4,
    captured: {
      RealTimeRunData: [
        '95810453038104530301000100f6000100010003000400001d2c55',
        '9581045303810453030200001b860000000000f6000100010003ff',
        '958104530381045303030003000017f7000017f100000000091c86',
        '958104530381045303841386000000bf000000000094000062cf02',
      ],
    },
  },
  {
    // Limit of 125 %: https://github.com/tbnobody/OpenDTU/issues/1628
    serial: '114190529235',
    name: 'Two strings, limit 125 %',
    model: 'HM-800',
    stringCount: 2,
    captured: { SystemConfigPara: ['95905292359052923581000104e2000003e8ffffffff01686e2c33'] },
  },
  {
    // Limit of 100 %: https://github.com/tbnobody/OpenDTU/issues/831
    serial: '114182979823',
    name: 'Two strings, limit 100 %',
    model: 'HM-800',
    stringCount: 2,
    captured: { SystemConfigPara: ['95829798238297982381000103e8000003e8ffffffff01687df8f9'] },
  },
  {
    // Documented answers: https://github.com/tbnobody/OpenDTU lib/Hoymiles/src/parser, comments in
    // SystemConfigParaParser.cpp and DevInfoParser.cpp. The part number is that of an HMS-2000, which the original of
    // 2023 does not know.
    serial: '116180148266',
    name: 'Four strings, unknown model',
    model: 'HM-1500',
    stringCount: 4,
    captured: {
      SystemConfigPara: ['95801482668014332881000103e8000003e80000000000003cf82e'],
      DevInfoAll: ['95801482668014332881271c07e50401072d000100000000dfdd1e'],
      DevInfoSimple: ['95801482668014332881271c1012710101000a0020010000e5f895'],
    },
  },
  {
    // HM-800, the first five fragments of a longer event log, whose end nobody published: never complete.
    // https://github.com/hoylabs/OpenDTU-OnBattery/issues/1038
    serial: '114190531163',
    name: 'HM-800, event log cut short',
    model: 'HM-800',
    stringCount: 2,
    captured: {
      AlarmData: [
        '959053116390531163010001b00100014a674a6700000000707c29',
        '95905311639053116302003b540f541a00000000707c003d5424f8',
        '95905311639053116303542f00000000707c003f543a54440000a0',
        '959053116390531163040000707c00415451546500000000707ce4',
        '959053116390531163050043546f547c00000000707c004554865b',
      ],
    },
  },
];

/** Peak powers were not published: none is configured, so no irradiation is shown. */
const PANEL_W = 400;

export const CAPTURED_INVERTERS: readonly ScenarioInverter[] = DEVICES.map(
  ({ serial, name, model, stringCount, captured }) => ({
    serial,
    name,
    model,
    strings: Array.from({ length: stringCount }, () => ({
      name: '',
      maxPowerW: 0,
      panelW: PANEL_W,
      tiltDeg: 30,
      azimuthDeg: 180,
      isDead: false,
    })),
    isPresent: true,
    captured,
  }),
);
