/**
 * Every protection that a test can switch off, with what the records of the safety plan call it. Product code asks
 * `__WITHOUT__.<name>` where the protection is; a build that is shipped knows the answer to be no, and drops the question.
 * A name here is asked for in the product and switched off by a counter-proof: a test says so.
 */
export const SEAMS = {
  // What one client may take.
  requestBudget: 'the budget of requests',
  socketPlaces: 'the number of sockets that there may be',
  adminPlaces: 'the places for the admin',
  readingGate: 'the gate before what is read',
  givingWay: 'the rule that who has most connections gives way',
  bodyMaximum: 'the limit of a body',
  handlesForFiles: 'the connections that leave handles for files',
  connectionCount: 'the count of connections',
  connectionWatch: 'the watch over connections',
  headersTime: 'the limit for headers',
  bodyTime: 'the limit for bodies',
  uploadPace: 'the least pace of uploads',
  uploadTime: 'the limit for uploads',
  unreadCap: 'the cap on unread bytes',
  pingAnswers: 'the check for answers to pings',
  sizeOfMessages: 'the limit for messages',
  leanMessages: 'the summary of inverters that a page does not show',
  wholeAddress: 'the whole address',

  // What a request may be.
  knownHostNames: 'the check of names',
  twoHostNames: 'the check for two names',
  pageOrigins: 'the check of origins',
  pageMark: 'the mark of our page',
  adminLogin: 'the login',
  basicChallenge: 'the look at what may be a page before a Basic challenge',
  knownRoutes: 'the rule that a route is a row of the table',
  malformedAnswer: 'the answer to what is no HTTP',
  malformedHeaders: 'the headers of what is no HTTP',
  refusedSocketHeaders: 'the headers of refused handshakes',
  malformedForms: 'the answer to malformed forms',
  bodySchemas: 'the schemas of bodies',
  bodyBounds: 'the limits of length and depth',
  textLimits: 'the limit of a text, where it is read and where it is kept',
  jsonFiles: 'the check of what is JSON',
  knownFileNames: 'the list of the two names',
  wholeForm: 'the check that a form is whole',
  linksNotFollowed: 'the rule that links are not followed',

  // Logins and secrets.
  loginThrottle: 'the throttle',
  hashesUnderWay: 'the count of hashes under way',
  hashesForNew: 'the hashes kept for who has not failed',
  hashesForNear: 'the hashes kept for who is at home',
  hashesForKnown: 'the hashes kept for this machine',
  knownBrowsers: 'the hashes kept for browsers that somebody has logged in with',
  rightHeader: 'what remembers the right header',
  wrongHeaders: 'what remembers wrong headers',
  exactHeader: 'the comparison of the header as exact text',
  hashForUnknown: 'the hash for unknown users',
  passwordDigest: 'the digest of a password before it is hashed',
  socketTickets: 'the rule that a ticket is for sockets of our own page',
  ticketEnd: 'the end of a ticket at the logout',
  sessionEnd: 'what tells of a session that has ended',
  endWithPassword: 'what ends sockets, tickets and the remembered header',
  firstRunLock: 'the lock until a password is set',
  rightsOfRoles: 'what each role may do',
  listedProxies: 'the list of addresses of proxies',
  proxySecret: 'the secret of a proxy',
  oneProxyUser: 'the rule that a proxy names one user, once',
  lastUnlistedHop: 'the rule that the last hop that is not listed is the client',
  markBehindProxy: 'the mark of our page on what a proxy names the user of',
  pagesOfShares: 'that a link shows the page that it is for, and no others',
  passkeyBrowser: 'that a question to a passkey is for the browser that got it',
  passkeyOnce: 'that a question to a passkey is answered once',
  passkeyOrigin: 'the list of pages that passkeys are used on',
  passkeyVerification: 'that a passkey asks for a finger, a face or a PIN',
  passkeyCounter: 'the count of what a passkey has signed',
  passkeyQuestions: 'the limit of questions to passkeys that wait',
  openIdBrowser: 'that a login by OpenID Connect is for the browser that began it',
  openIdOnce: 'that such a login is finished once',
  openIdLogins: 'the limit of such logins that wait',
  openIdSignature: 'the signature of what the provider says',
  openIdTimeout: 'the time limit of questions to the provider',
  openIdAnswerSize: 'the limit of what is read of the provider',
  secondLook: 'the second look at the login, when the body is there',
  unknownPassword: 'the password that nobody knows',
  passwordCopy: 'the removal of a copy that has the password of before',
  closedReading: 'the reading that stays closed',
  secretPlaceholder: 'the placeholder in answers',
  logRedaction: 'the redaction of the log',

  // Settings and files.
  queueOfWrites: 'the queue of writes',
  answerAfterDisk: 'the answer that waits for the disk',
  refusalToSave: 'the refusal of what could not be written',
  endOfWaiting: 'the rule that an end waits for one save alone',
  fileChecksum: 'the checksums',
  integrityCheck: 'the check of the whole database',
  lastGoodCopy: 'the last good copy',
  rollbackJournal: 'the journal',
  waitForDisk: 'the wait for the disk',
  oneTransaction: 'the one transaction of a restore',
  secondRead: 'the second look at a database that could not be read',
  diskSchemas: 'the schemas at the disk',
  recoveryMode: 'recovery mode',
  folderLock: 'the lock of the folder',
  startWithoutLock: 'the start without a lock',
  lateLock: 'the lock that is taken later',
  inverterSlots: 'the end of the slots',
  historySync: 'the wait for the disk',
  wholeBatches: 'the transaction around a batch',
  historyRoom: 'the room that the oldest readings make',
  nightlyDraft: 'the name that a nightly copy has until it is whole',
  stagedRestore: 'the names under which a restore waits until its settings are saved',

  // Firmware.
  failedStarts: 'the count of starts',
  imageMd5: 'the check of the MD5',
  imageAtStart: 'the check at each start',
  imageChecksum: 'the checksum of the image',
  imageHash: 'the SHA-256 of the image',
  clearedStaging: 'the look for half an image at the start',

  // Starts, ends and the log.
  orderlyEnd: 'the end in order',
  endInTime: 'the end of the patience with the disk',
  secondBeforeRestart: 'the second before a restart',
  answersAtEnd: 'the patience with those who wait for an answer',
  logEscapes: 'the escapes of the log',
  labelEscapes: 'the escapes of labels',
  repeatedLines: 'the count in place of lines',
  outputErrors: 'the ear for errors of standard output',
  outputBound: 'the bound of what waits',
  quietPolls: 'the rule that the log is quiet about polls',
  oldTexts: 'the forgetting of old texts',

  // Inverters, time and the air.
  answerChecksum: 'the check sum over an answer',
  packetCheckByte: 'the check byte of each packet',
  packetAddress: 'the look at the address',
  resends: 'sending a request again',
  missedPollCount: 'the count of missed polls',
  freeAir: 'waiting until the air is free',
  replacedOrders: 'the rule that a newer order takes the place of an older one',
  plausibleValues: 'the bounds of values',
  radioHint: 'the look at the radio module',
  chipCheck: 'the look whether the chip still knows what it was told',
  threadRestart: 'the start of a new thread in place of one that has died',
  threadWatch: 'the look whether the thread of the chip lives',
  slotPace: 'the pace of the time slots',
  agesByMonotonicClock: 'counting ages by a clock that nobody sets',
  clockBeforeQuestions: 'the rule that nobody is asked without a clock',
  timeEcho: 'the look whether an answer is one to our question',
  timeYears: 'the bounds of years',

  // What is wrong with strings.
  ownHabit: 'the comparison with what is usual for a string',
  snowPatience: 'the patience while snow may lie',

  // Limits by the meter of the house.
  settledValues: 'the wait until order, reading and meter belong together',
  orderHysteresis: 'the least change that is worth an order',
  staleMeter: 'the safe power while the meter is silent',
  safeStart: 'what is safe first after a start',
  safePermanent: 'the permanent limit that arming sets',

  // Original devices.
  deviceSilence: 'the watch over a device that falls silent',
  limitRanks: 'ranks',
  loweringFirst: 'the rule that nobody is raised before the others were lowered',
  lostOrders: 'sending an order again whose answer was lost',
  deviceIdentity: 'the question who answers to the name of a device',
  pinnedCertificate: 'the look at the certificate that is trusted',

  // Alerts.
  alertRetries: 'the next try of what a channel did not take',
  alertAnswerBound: 'the bound on what is read of an answer',
  alertAnswerTime: 'the time that a channel has to answer',

  // MQTT.
  keptOrders: 'the look at what the broker has kept',
  orderNumbers: 'the form of numbers',
  brokerKeepAlive: 'the keep-alive',
  brokerCertificate: 'the look at the certificate',
  unsentBound: 'the bound on what waits to be sent',
  longerRetries: 'waiting ever longer between two attempts',
  retryJitter: 'the jitter of the waits',
  retryCap: 'the cap on the waits',
  announcementPause: 'the least time between announcements',
  wantedEntities: 'the look whether an entity is still wanted',

  // Time-series databases.
  lateReadingsSent: 'the look for readings that come late',
  unsureSentAgain: 'the half minute after which what was sent is sure',
  lineProtocolEscapes: 'the escapes of line protocol',

  // The page of many plants.
  siteTopics: 'the topics that a site may use',
  ownSeries: 'the look whose readings they are',
  seriesOfSite: 'the number of series that a site may have',
  readingsOfTomorrow: 'the look for readings that are yet to come',
  fleetAccess: 'the table of calls',

  // Modbus.
  modbusWriters: 'the look who may write',
  modbusHeartbeat: 'the heartbeat of whoever limits',
  modbusBounds: 'the bounds on connections and requests',

  // The page.
  consoleLines: 'the cap on lines',
  pageTurns: 'turns of their own for pages that lost the gateway together',
  silentSockets: 'the watchdog of silent sockets',
  staleValues: 'the age at which values are stale',
  frozenMessages: 'the doubt about messages after a freeze',
  userRecord: 'what removes the record of the user',
  reloadOnce: 'the reload when a file is gone',
  brokenUpload: 'the ear for a broken request',
} as const;

export type SeamName = keyof typeof SEAMS;

export const SEAM_NAMES = Object.keys(SEAMS).filter(isSeamName);

function isSeamName(name: string): name is SeamName {
  return name in SEAMS;
}
