/** Month (1 to 12) and day of Easter Sunday in the Gregorian calendar. */
export interface MonthDay {
  readonly month: number;
  readonly day: number;
}

/**
 * Easter Sunday of a year, valid from 1583 on. Source: the Gregorian computus in Oudin's form, which
 * docs/reference/original-device.md#the-web-app-of-the-device, names.
 */
export function easterSunday(year: number): MonthDay {
  const goldenNumber = year % 19;
  const century = Math.floor(year / 100);
  // Days from 21 March to the paschal full moon, before and after the two calendar exceptions.
  const epact =
    (century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * goldenNumber + 15) % 30;
  const fullMoon =
    epact -
    Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - goldenNumber) / 11));
  const weekday = (year + Math.floor(year / 4) + fullMoon + 2 - century + Math.floor(century / 4)) % 7;
  const sunday = fullMoon - weekday;
  const month = 3 + Math.floor((sunday + 40) / 44);
  return { month, day: sunday + 28 - 31 * Math.floor(month / 4) };
}
