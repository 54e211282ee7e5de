/** Where the broker is, and who we are to it. */
export interface BrokerTarget {
  readonly hostname: string;
  readonly port: number;
  /**
   * Sent unless it is empty: an empty user name and an empty password are an anonymous login
   * (docs/reference/original-device.md#quirk-38).
   */
  readonly username: string;
  readonly password: string;
  readonly tls: boolean;
  /** PEM, one certificate or several; empty for those that Node.js trusts by itself. */
  readonly rootCertificate: string;
  readonly clientId: string;
}
