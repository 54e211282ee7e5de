/**
 * Who gets an answer: everybody; whoever may read (everybody while `allow_readonly` is on, else the admin); the admin.
 */
export type Audience = 'everybody' | 'readers' | 'admin';

/**
 * The access table: every route and socket of the gateway, and for whom it is. It is written down here a second time,
 * on purpose: a route that is not in it, or is for others than it says, fails. Source: decisions 8, 21 and 23.
 */
export const ACCESS_TABLE: Readonly<Record<string, Audience>> = {
  'GET /api/livedata/status': 'readers',
  'GET /api/eventlog/status': 'readers',
  'GET /api/devinfo/status': 'readers',
  'GET /api/limit/status': 'readers',
  'GET /api/power/status': 'readers',
  'GET /api/system/status': 'readers',
  'GET /api/network/status': 'readers',
  'GET /api/ntp/status': 'readers',
  'GET /api/mqtt/status': 'readers',
  'GET /api/prometheus/metrics': 'readers',
  'GET /api/heliograph/update-source': 'everybody',
  'GET /api/security/authenticate': 'admin',
  'GET /api/inverter/list': 'admin',
  'GET /api/dtu/config': 'admin',
  'GET /api/device/config': 'admin',
  'GET /api/mqtt/config': 'admin',
  'GET /api/network/config': 'admin',
  'GET /api/ntp/config': 'admin',
  'GET /api/ntp/time': 'admin',
  'GET /api/security/config': 'admin',
  'GET /api/config/list': 'admin',
  'GET /api/config/get': 'admin',
  'POST /api/limit/config': 'admin',
  'POST /api/power/config': 'admin',
  'POST /api/inverter/add': 'admin',
  'POST /api/inverter/edit': 'admin',
  'POST /api/inverter/del': 'admin',
  'POST /api/dtu/config': 'admin',
  'POST /api/device/config': 'admin',
  'POST /api/mqtt/config': 'admin',
  'POST /api/heliograph/mqtt-trial': 'admin',
  'POST /api/network/config': 'admin',
  'POST /api/ntp/config': 'admin',
  'POST /api/ntp/time': 'admin',
  'POST /api/security/config': 'admin',
  'POST /api/config/upload': 'admin',
  'POST /api/firmware/update': 'admin',
  'POST /api/config/delete': 'admin',
  'POST /api/maintenance/reboot': 'admin',
  'GET /healthz': 'everybody',
  'GET /readyz': 'everybody',
  'SOCKET /livedata': 'readers',
  'SOCKET /console': 'readers',
};
