/** Files change while they are served: however they are saved, it is noticed once, and what is broken changes nothing. */

// oxlint-disable no-await-in-loop -- what is tested is one thing after the other

import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withFolder } from '../cli/program.js'
import { ask, send } from '../harness.js'
import { fixtureOf, followed, inFolder, SAVES, touch } from './saves.js'

const saved = suite('a file is saved')

const ALICE = { 'users.yaml': fixtureOf('Alice') }

for (const [poll, ways] of [
  [undefined, Object.keys(SAVES)],
  ['50ms', ['in place', 'another file renamed over it', 'removed, and made again a while later']],
] as const)
  for (const way of ways)
    saved(`${way}, ${poll === undefined ? 'events' : 'polling'}: served, and told once`, () =>
      withFolder(ALICE, folder =>
        followed([inFolder(folder)], poll === undefined ? {} : { poll }, async ({ url, notices, until, quiet }) => {
          const save = SAVES[way] as (typeof SAVES)[string]
          for (const [index, name] of ['Bea', 'Cleo'].entries()) {
            await save(inFolder(folder), fixtureOf(name))
            const { replaced } = await until('reloaded', index + 1)
            assert.equal(
              replaced.families.map(({ family, changed }) => [family.singular, changed]),
              [['user', 1]],
            )
            assert.is((await ask(`${url}/user/alice`)).json()['name'], name)
          }
          await quiet()
          assert.is(notices.filter(({ kind }) => kind === 'reloaded').length, 2)
          assert.equal(
            notices.filter(({ kind }) => kind !== 'reloaded' && kind !== 'gone'),
            [],
          )
        }),
      ),
    )

saved('touched, or saved as it was: nothing is told', () =>
  withFolder(ALICE, folder =>
    followed([inFolder(folder)], {}, async ({ notices, quiet }) => {
      await touch(inFolder(folder))
      await quiet()
      await writeFile(inFolder(folder), fixtureOf('Alice'))
      await quiet()
      assert.equal(notices, [])
    }),
  ),
)

saved('another file of the folder: nothing is told', () =>
  withFolder(ALICE, folder =>
    followed([inFolder(folder)], {}, async ({ notices, quiet }) => {
      await writeFile(join(folder, 'other.yaml'), 'broken')
      await writeFile(join(folder, 'users.yaml.swp'), 'broken')
      await quiet()
      assert.equal(notices, [])
    }),
  ),
)

saved('broken, broken otherwise, mended: told once each, served all the time', () =>
  withFolder(ALICE, folder =>
    followed([inFolder(folder)], {}, async ({ url, notices, until, quiet }) => {
      const path = inFolder(folder)
      await writeFile(path, 'users:\n  - username: alice\n   name: x\n')
      const { issues, texts } = await until('broken')
      assert.is(issues[0]?.line, 3)
      assert.ok(texts.get(path)?.includes('name: x'))
      await touch(path)
      await quiet()
      await writeFile(path, 'users:\n  - name: x\n')
      await until('broken', 2)
      await writeFile(path, '')
      await until('broken', 3)
      assert.is((await ask(`${url}/user/alice`)).json()['name'], 'Alice')
      await writeFile(path, fixtureOf('Dora'))
      await until('reloaded')
      assert.is((await ask(`${url}/user/alice`)).json()['name'], 'Dora')
      await quiet()
      assert.equal(
        notices.map(({ kind }) => kind),
        ['broken', 'broken', 'broken', 'reloaded'],
      )
    }),
  ),
)

saved('no text at all (not UTF-8, a folder): told once, served all the time', () =>
  withFolder(ALICE, folder =>
    followed([inFolder(folder)], {}, async ({ url, notices, until, quiet }) => {
      await writeFile(inFolder(folder), Buffer.from([0xff, 0xfe, 0x00]))
      assert.match((await until('refused')).error.message, /is not UTF-8 text/)
      await touch(inFolder(folder))
      await quiet()
      await rm(inFolder(folder))
      await mkdir(inFolder(folder))
      assert.match((await until('refused', 2)).error.message, /is a folder/)
      assert.is((await ask(`${url}/user/alice`)).status, 200)
      await rm(inFolder(folder), { recursive: true })
      await writeFile(inFolder(folder), fixtureOf('Edna'))
      await until('reloaded')
      assert.is(notices.filter(({ kind }) => kind === 'refused').length, 2)
    }),
  ),
)

saved('gone, and back as it was: told once each, served all the time', () =>
  withFolder(ALICE, folder =>
    followed([inFolder(folder)], {}, async ({ url, notices, until, quiet }) => {
      await rename(inFolder(folder), inFolder(folder, 'away'))
      assert.equal((await until('gone')).files, [inFolder(folder)])
      await writeFile(inFolder(folder, 'stranger'), '')
      await quiet()
      assert.is((await ask(`${url}/user/alice`)).status, 200)
      await rename(inFolder(folder, 'away'), inFolder(folder))
      assert.equal((await until('back')).files, [inFolder(folder)])
      await quiet()
      assert.equal(
        notices.map(({ kind }) => kind),
        ['gone', 'back'],
      )
    }),
  ),
)

saved('the whole folder goes and comes: found again', () =>
  withFolder({ 'data/users.yaml': fixtureOf('Alice') }, folder =>
    followed([join(folder, 'data/users.yaml')], {}, async ({ url, until, quiet }) => {
      await rename(join(folder, 'data'), join(folder, 'away'))
      await until('gone')
      await quiet()
      await mkdir(join(folder, 'data'))
      await quiet()
      await writeFile(join(folder, 'data/users.yaml'), fixtureOf('Fay'))
      await until('reloaded')
      assert.is((await ask(`${url}/user/alice`)).json()['name'], 'Fay')
      await writeFile(join(folder, 'data/users.yaml'), fixtureOf('Gwen'))
      await until('reloaded', 2)
      assert.is((await ask(`${url}/user/alice`)).json()['name'], 'Gwen')
    }),
  ),
)

saved('a link in the middle is turned to another folder (as volumes are): noticed, again and again', () =>
  withFolder({ 'v1/users.yaml': fixtureOf('Alice') }, async folder => {
    await symlink('v1', join(folder, 'data'))
    await symlink(join('data', 'users.yaml'), inFolder(folder))
    await followed([inFolder(folder)], {}, async ({ url, notices, until, quiet }) => {
      for (const [index, version] of ['v2', 'v3'].entries()) {
        await mkdir(join(folder, version))
        await writeFile(join(folder, version, 'users.yaml'), fixtureOf(version))
        await symlink(version, join(folder, 'next'))
        await rename(join(folder, 'next'), join(folder, 'data'))
        await until('reloaded', index + 1)
        assert.is((await ask(`${url}/user/alice`)).json()['name'], version)
        await quiet()
      }
      assert.is(notices.length, 2)
    })
  }),
)

const several = suite('several files')

const TWO = { 'users.yaml': fixtureOf('Alice'), 'books.yaml': 'books:\n  - isbn: "1"\n    title: One\n' }

several('saved together: one reload that names both', () =>
  withFolder(TWO, folder => {
    const [users, books] = [inFolder(folder), inFolder(folder, 'books.yaml')]
    return followed([users, books], {}, async ({ url, notices, until, quiet }) => {
      await Promise.all([
        writeFile(users, fixtureOf('Hana')),
        writeFile(books, 'books:\n  - isbn: "1"\n    title: Two\n'),
      ])
      assert.equal((await until('reloaded')).files, [users, books])
      assert.is((await ask(`${url}/book/1`)).json()['title'], 'Two')
      await quiet()
      assert.is(notices.length, 1)
    })
  }),
)

several('one broken holds back the other, and both come when it is mended', () =>
  withFolder(TWO, folder => {
    const [users, books] = [inFolder(folder), inFolder(folder, 'books.yaml')]
    return followed([users, books], {}, async ({ url, until }) => {
      await writeFile(books, 'books: [')
      await until('broken')
      await writeFile(users, fixtureOf('Ines'))
      await until('broken', 2)
      assert.is((await ask(`${url}/user/alice`)).json()['name'], 'Alice')
      await writeFile(books, 'books:\n  - isbn: "1"\n    title: Three\n')
      assert.equal((await until('reloaded')).files, [users, books])
      assert.is((await ask(`${url}/user/alice`)).json()['name'], 'Ines')
    })
  }),
)

several('one is gone: what it said is still served, and the other goes on', () =>
  withFolder(TWO, folder => {
    const [users, books] = [inFolder(folder), inFolder(folder, 'books.yaml')]
    return followed([users, books], {}, async ({ url, until }) => {
      await rm(books)
      await until('gone')
      await writeFile(users, fixtureOf('Jill'))
      assert.equal((await until('reloaded')).files, [users])
      assert.is((await ask(`${url}/user/alice`)).json()['name'], 'Jill')
      assert.is((await ask(`${url}/book/1`)).status, 200)
    })
  }),
)

several('what clients did stays, where the file says nothing new', () =>
  withFolder(TWO, folder => {
    const [users, books] = [inFolder(folder), inFolder(folder, 'books.yaml')]
    return followed([users, books], {}, async ({ url, until }) => {
      await send('POST', `${url}/user/carol`, { name: 'Carol' })
      await send('PUT', `${url}/book/1`, { title: 'Mine' })
      await writeFile(users, `${fixtureOf('Kim')}  - username: bob\n`)
      const { kept, overwritten, families } = (await until('reloaded')).replaced
      assert.equal([kept, overwritten, families.length], [2, 0, 1])
      await writeFile(books, 'books:\n  - isbn: "1"\n    title: Four\n')
      assert.equal((await until('reloaded', 2)).replaced.overwritten, 1)
      assert.is((await ask(`${url}/book/1`)).json()['title'], 'Four')
      assert.is((await ask(`${url}/user/carol`)).status, 200)
      assert.is((await ask(`${url}/user/bob`)).status, 200)
    })
  }),
)

saved.run()
several.run()
