/** Who is told what: the content of a message, which targets get it, what the log shows, and what a change of the settings does. */

import { Webhook } from 'standardwebhooks'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkSettings } from '../../../src/settings-check.js'
import { field, HOOK, revisionsOf, SECRET, settled, typesOf, worldOf } from './receiver.js'

const telling = suite('what a receiver is told')

telling('a change: its type, its time, the key, the revision, and the record without its secrets', async () => {
  const world = await worldOf({ webhooks: [{ url: HOOK, secret: SECRET }] })
  await world.store.put('user', 'carol', { username: 'carol', name: 'Carol', password: 'tea' }, 0)
  await settled()
  await world.store.remove('user', 'carol', 3)
  await settled()
  assert.equal(
    world.arrived.map(({ body }) => JSON.parse(body) as unknown),
    [
      {
        type: 'user.created',
        timestamp: '2026-01-01T00:00:00.000Z',
        data: { username: 'carol', revision: 3, representation: { username: 'carol', name: 'Carol' } },
      },
      {
        type: 'user.removed',
        timestamp: '2026-01-01T00:00:00.000Z',
        data: { username: 'carol', revision: 4, representation: null },
      },
    ],
  )
  const [first] = world.arrived
  assert.equal(first?.headers.slice(0, 4), ['Content-Type', 'application/json', 'User-Agent', 'restage'])
})

telling('what the fixture brings is no change', async () => {
  const world = await worldOf({ webhooks: [{ url: HOOK }] })
  await settled()
  assert.is(world.arrived.length, 0)
})

const FILTERS: readonly { events?: ('created' | 'updated' | 'removed')[]; families?: string[]; told: string[] }[] = [
  { told: ['user.created', 'user.updated', 'user.removed'] },
  { events: ['created', 'removed'], told: ['user.created', 'user.removed'] },
  { events: ['updated'], told: ['user.updated'] },
  { events: [], told: [] },
  { families: ['users'], told: ['user.created', 'user.updated', 'user.removed'] },
  { families: ['user'], events: ['created'], told: ['user.created'] },
  { families: ['books'], told: [] },
]

for (const { told, ...filter } of FILTERS)
  telling(`${JSON.stringify(filter)}: ${told.join(', ') || 'nothing'}`, async () => {
    const world = await worldOf({ webhooks: [{ url: HOOK, ...filter }] })
    await world.store.put('user', 'carol', { username: 'carol' }, 0)
    await world.store.put('user', 'carol', { username: 'carol', age: 1 }, 3)
    await world.store.remove('user', 'carol', 4)
    await settled()
    assert.equal(typesOf(world.arrived), told)
  })

telling('several targets: each gets it under the same name, signed with its own secret', async () => {
  const world = await worldOf({ webhooks: [{ url: HOOK, secret: [SECRET, SECRET] }, { url: `${HOOK}/2` }] })
  await world.change()
  const [first, second] = world.arrived
  assert.ok(first && second)
  assert.is(field(first, 'webhook-id'), field(second, 'webhook-id'))
  assert.match(field(first, 'webhook-signature'), /^v1,(\S{44}) v1,\1$/)
  assert.match(field(second, 'webhook-signature'), /^v1,\S{44}$/)
  assert.not.match(field(first, 'webhook-signature'), field(second, 'webhook-signature'))
})

telling('a change in a sandbox is told as well, signed with the secret that the banner has', async () => {
  const world = await worldOf({ webhooks: [{ url: HOOK }] })
  await world.change()
  const gone = await world.send('DELETE', '/user/alice', { 'restage-sandbox': 'one' })
  assert.is(gone.status, 204)
  await settled()
  assert.is((await world.get('/user/alice')).status, 200)
  assert.equal(typesOf(world.arrived), ['user.updated', 'user.removed'])
  const [, message] = world.arrived
  assert.ok(message)
  const secret = /whsec_\S+$/.exec(world.app.banner[0]?.[1] ?? '')?.[0] ?? ''
  const seconds = Number(field(message, 'webhook-timestamp'))
  const expected = new Webhook(secret).sign(field(message, 'webhook-id'), new Date(seconds * 1000), message.body)
  assert.is(field(message, 'webhook-signature'), expected)
})

telling('webhook-timestamp is the time that it is for the receiver, wherever the clock here was set', async () => {
  const world = await worldOf({ webhooks: [{ url: 'http://localhost:9000/hook' }] })
  world.app.service.world.clock.advance(3_600_000)
  await world.change()
  const [message] = world.arrived
  assert.ok(message)
  assert.is(Number(field(message, 'webhook-timestamp')), Math.floor(world.app.service.wall.now() / 1000))
  assert.is(world.app.service.now() - world.app.service.wall.now(), 3_600_000)
})

for (const settings of [{}, { webhooks: false }, { webhooks: true }, { webhooks: [] }])
  telling(`${JSON.stringify(settings)}: nothing is sent`, async () => {
    const world = await worldOf(settings)
    await world.change()
    assert.is(world.arrived.length, 0)
    assert.is((await world.get('/-/webhooks/1')).status, 404)
  })

telling.run()

const showing = suite('what the server says about webhooks')

showing(
  'no secret stands in the log, in any format, nor the query of a URL; the banner has what was made',
  async () => {
    const url = `${HOOK}?token=hidden-token`
    const world = await worldOf({ webhooks: [{ url, secret: SECRET }, { url: HOOK }] }, [500, 200, 'refused'])
    await world.store.put('user', 'carol', { username: 'carol', password: 'tea-party' }, 0)
    await settled()
    const [, [, made = ''] = []] = world.app.banner
    const secret = /whsec_\S+$/.exec(made)?.[0] ?? ''
    assert.is(secret.length, 38)
    assert.equal(world.app.banner, [
      ['Webhooks', `${HOOK}?…`],
      ['', `${HOOK}  signed with ${secret}`],
    ])
    for (const path of ['/-/webhooks', '/-/webhooks/1', '/-/webhooks/2'])
      for (const type of ['application/json', 'application/xml', 'application/yaml', 'text/html']) {
        // oxlint-disable-next-line no-await-in-loop
        const { status, text } = await world.get(path, type)
        assert.is(status, 200, `${path} ${type}`)
        assert.match(text, 'hook')
        for (const word of ['whsec_', SECRET.slice(6), secret.slice(6), 'hidden-token', 'tea-party', 'v1,'])
          assert.not.match(text, word)
      }
  },
)

const WARNINGS: readonly (readonly [setting: object, warning: string | undefined])[] = [
  [{ url: 'http://localhost:9000' }, undefined],
  [{ url: 'http://127.0.0.1/hook' }, undefined],
  [{ url: 'http://[::1]:9000/hook' }, undefined],
  [{ url: 'https://hooks.example/a' }, 'Webhooks tell hooks.example of every change: this data leaves your machine.'],
  [{ url: 'http://localhost:99999/' }, 'http://localhost:99999/ is no URL: nothing is sent there.'],
  [
    { url: HOOK, families: ['usres'] },
    `The webhook ${HOOK} is about "usres", and there is no such collection. Did you mean "users"?`,
  ],
]

for (const [setting, warning] of WARNINGS)
  showing(`${JSON.stringify(setting)}: ${warning ?? 'no warning'}`, async () => {
    const { app } = await worldOf({ webhooks: [setting as { url: string }] })
    assert.equal(app.warnings, warning === undefined ? [] : [warning])
  })

showing.run()

const settings = suite('settings of webhooks')

const base64 = (bytes: number): string => Buffer.alloc(bytes, 255).toString('base64')

const VERDICTS: readonly (readonly [webhooks: unknown, pointers: readonly string[]])[] = [
  [[{ url: HOOK }], []],
  [[{ url: 'https://hooks.example/a?b=c' }], []],
  [[{ url: 'http://[::1]:9000' }], []],
  [[{}], ['/webhooks/0']],
  [[{ url: null }], ['/webhooks/0']],
  [[HOOK], ['/webhooks/0']],
  [[{ url: HOOK }, null], ['/webhooks/1']],
  [[{ url: 'ftp://localhost/' }], ['/webhooks/0/url']],
  [[{ url: 'localhost:9000' }], ['/webhooks/0/url']],
  [[{ url: 'http://name:word@localhost/' }], ['/webhooks/0/url']],
  [[{ url: 'http://localhost/#part' }], ['/webhooks/0/url']],
  [[{ url: 'http://localhost/a b' }], ['/webhooks/0/url']],
  [[{ url: 'http://localhost/\r\nX: y' }], ['/webhooks/0/url']],
  [[{ url: HOOK, events: ['made'] }], ['/webhooks/0/events']],
  [[{ url: HOOK, evnets: [] }], ['/webhooks/0/evnets']],
  [[{ url: HOOK, secret: [SECRET, SECRET] }], []],
  ...Array.from({ length: 44 }, (_, index): readonly [unknown, readonly string[]] => [
    [{ url: HOOK, secret: `whsec_${base64(index + 22)}` }],
    index + 22 >= 24 && index + 22 <= 64 ? [] : ['/webhooks/0/secret'],
  ]),
  [[{ url: HOOK, secret: base64(32) }], ['/webhooks/0/secret']],
  [[{ url: HOOK, secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY' }], ['/webhooks/0/secret']],
]

for (const [webhooks, pointers] of VERDICTS)
  settings(`${JSON.stringify(webhooks)}: ${pointers.join(', ') || 'good'}`, async () => {
    const faults = await checkSettings({ webhooks })
    assert.equal(
      faults.map(({ pointer }) => pointer),
      pointers,
    )
    assert.not.match(JSON.stringify(faults), /whsec_[A-Za-z0-9]/)
  })

settings.run()

const changing = suite('a change of the settings')

changing('what is on its way still arrives, at the same target and with the new secret', async () => {
  const world = await worldOf({ webhooks: [{ url: HOOK, secret: SECRET }] }, [500])
  await world.change()
  await world.reconfigure({ webhooks: [{ url: `${HOOK}/new` }, { url: HOOK, secret: [SECRET, SECRET] }] })
  await world.pass(1000)
  assert.equal(
    world.arrived.map(({ url }) => url),
    [HOOK, HOOK],
  )
  assert.match(field(world.arrived[1] ?? { url: '', headers: [], body: '' }, 'webhook-signature'), /^v1,\S+ v1,\S+$/)
  assert.is((await world.log(2)).delivered, 1)
  // Told once to each, though two apps have watched.
  await world.change()
  assert.equal(
    world.arrived.slice(2).map(({ url }) => url),
    [`${HOOK}/new`, HOOK],
  )
})

changing('a target that is in the settings no more gets nothing more', async () => {
  const world = await worldOf({ webhooks: [{ url: HOOK }] }, [500])
  await world.change()
  await world.reconfigure({ webhooks: [{ url: `${HOOK}/new` }] })
  await world.pass(60_000)
  assert.is(world.arrived.length, 1)
  assert.is(world.clock.pending, 0)
})

changing('a secret that was made stays the same', async () => {
  const world = await worldOf({ webhooks: [{ url: HOOK }] })
  const [said] = world.app.banner
  const changed = await world.reconfigure({ webhooks: [{ url: HOOK, events: ['removed'] }] })
  assert.equal(changed.banner, [said])
})

changing('an end in between gives a last chance, and the next app goes on', async () => {
  const world = await worldOf({ webhooks: [{ url: HOOK }] }, [500, 500, 500])
  await world.change()
  await world.app.close()
  await settled()
  await world.reconfigure({ webhooks: [{ url: HOOK }] })
  await world.change()
  await world.pass(1000)
  const { status, delivered } = await world.log()
  assert.equal({ status, delivered }, { status: 'active', delivered: 1 })
})

changing(
  'webhooks that are turned off: a last chance for what is on its way, and no word of later changes',
  async () => {
    const world = await worldOf({ webhooks: [{ url: HOOK }] }, [500])
    await world.change()
    await world.reconfigure({ webhooks: false })
    await world.change()
    await world.pass(60_000)
    assert.equal(revisionsOf(world.arrived), [3, 3])
    assert.is(world.clock.pending, 0)
  },
)

changing.run()
