import { describe, expect, it } from 'vitest';
import { fleetUser, siteUser, storesUser, usersFile, withoutNamesakes } from './broker-users.ts';

describe('the users of a broker', () => {
  it('are each let in to their own topics, and the fleet page to what the sites say', () => {
    const text = usersFile([fleetUser('fleet', '$2a$04$x'), siteUser('barn', '$2a$04$y')]);
    const [, own, site] = /users: \[\n(.*)\n(.*)\n\]/.exec(text) ?? [];
    expect(own).toContain('{user: "fleet", password: "$2a$04$x"');
    for (const user of [own, site]) expect(user).toContain('allowed_connection_types: ["MQTT"]');
    expect(own).toContain('publish: {deny: ">"}');
    expect(own).toContain('"sites.*.site","sites.*.dtu.status"');
    expect(site).toContain('publish: {allow: ["sites.barn.>"]}');
    expect(site).toContain('subscribe: {allow: ["sites.barn","sites.barn.>"]}');
  });

  it('are by NATS itself only who gives the stores their bounds, and may do nothing else there', () => {
    const text = usersFile([storesUser('Stores', '$2a$04$x')]);
    expect(text).toContain('allowed_connection_types: ["STANDARD"]');
    const [, published = ''] = /publish: \{allow: (\[.*?\])\}/.exec(text) ?? [];
    const subjects: string[] = JSON.parse(published);
    expect(subjects).toContain('$JS.API.STREAM.UPDATE.$MQTT_rmsgs');
    const allowed = /^\$JS\.API\.STREAM\.(INFO|UPDATE)\.\$MQTT_\w+$/;
    expect(subjects.filter((subject) => !allowed.test(subject))).toEqual([]);
    expect(text).toContain('subscribe: {allow: ["_INBOX.heliograph.>"]}');
  });

  it('has no name twice, since a broker refuses a file that has', () => {
    const own = [fleetUser('fleet', '$2a$04$x')];
    const sites = [siteUser('barn', '$2a$04$y'), siteUser('fleet', '$2a$04$z')];
    expect(withoutNamesakes(own, sites)).toEqual([sites[0]]);
    expect(withoutNamesakes([], sites)).toEqual(sites);
  });
});
