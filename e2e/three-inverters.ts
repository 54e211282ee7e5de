/** Serials of the scenario of this name, which most tests run on. */
export const GARAGE = '112174506011';
export const SOUTH_ROOF = '114182730124';
export const EAST_AND_WEST_ROOF = '116181452037';
