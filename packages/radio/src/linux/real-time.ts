/** Above everything ordinary, below what the system itself needs in time. */
export const REAL_TIME_PRIORITY = 50;

/** How a thread of an ordinary user is allowed it. */
export const REAL_TIME_RIGHT = `the limit RTPRIO of ${REAL_TIME_PRIORITY} (with systemd LimitRTPRIO=${REAL_TIME_PRIORITY}, with Docker ulimits rtprio: ${REAL_TIME_PRIORITY}; CAP_SYS_NICE counts for root alone, or as an ambient capability)`;
