/** English: the network and security settings. */
export const texts = {
  wifi: 'WiFi',
  ssid: 'Network name (SSID)',
  password: 'WiFi password',
  storedOnly:
    'This gateway runs as a program on a computer: it stores these settings but does not change that computer’s network.',
  inNetwork: 'Name and address',
  hostname: 'Hostname',
  becomes: (name: string) => `Becomes ${name}.`,
  hostnameHint: '%06X stands for the last six hex digits of the chip ID.',
  hostnameRequired: 'Enter a hostname.',
  dhcp: 'Get addresses automatically (DHCP)',
  dhcpHint: 'Usual at home: the router assigns them.',
  fixed: 'Static addresses',
  ipaddress: 'IP address',
  netmask: 'Netmask',
  gateway: 'Default gateway',
  dns1: 'DNS server 1',
  dns2: 'DNS server 2',
  fourNumbers: 'Four numbers from 0 to 255, separated by dots.',
  noAddress: 'The gateway cannot be reached at this address.',
  oddNetmask: 'Not a usual netmask such as 255.255.255.0.',
  outside: 'Not in the subnet of IP address and netmask.',
  security: {
    admin: 'Admin password',
    protects: (user: string) =>
      `Protects this web interface and the gateway’s access point. The username is ${user}. After a change only this browser stays logged in.`,
    password: 'New password',
    length: (min: string, max: string) => `${min} to ${max} characters.`,
    repeat: 'Repeat password',
    notEqual: 'Passwords are not equal',
    reading: 'Read access',
    readonly: 'Read without a login',
    // An original device has none of the pages in between.
    readonlyHint: __FOR_DEVICE__
      ? 'Anyone on your network can see the live view, info pages and console, but cannot change anything.'
      : 'Anyone on your network can see the live view, modules, history, findings, events, limits, alerts, info pages and console, but cannot change anything.',
  },
};
