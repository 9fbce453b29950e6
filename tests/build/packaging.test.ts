import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { findProgram } from '#build/debian.ts'
import { root } from '#build/paths.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const analyze = findProgram('systemd-analyze')

test.skipIf(!analyze).each(['docstead', 'docstead-standby'])(
  'the systemd unit %s is valid and gives few rights',
  (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'docstead-unit-'))
    try {
      const unit = join(folder, `${name}.service`)
      // the executable is not installed here
      writeFileSync(
        unit,
        read(`packaging/${name}.service`).replace('ExecStart=/usr/local/bin/docstead', `ExecStart=${process.execPath}`),
      )
      const verified = spawnSync(analyze ?? '', ['verify', unit], { encoding: 'utf8' })
      expect({ status: verified.status, said: verified.stderr }).toEqual({ status: 0, said: '' })
      const rated = execFileSync(analyze ?? '', ['security', '--offline=true', '--no-pager', unit], {
        encoding: 'utf8',
      })
      expect(Number(/Overall exposure level for [\w-]+\.service: ([\d.]+)/.exec(rated)?.[1])).toBeLessThan(2)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

test('the image runs as an ordinary user, asks for its health, and holds its data in a volume', () => {
  const [, image = ''] = read('Dockerfile').split('\nFROM scratch\n')
  expect(image).toMatch(/^USER 10001:10001$/m)
  expect(image).toMatch(/^VOLUME \/data$/m)
  expect(image).toMatch(/^HEALTHCHECK .* CMD \["docstead", "doctor", "--server"\]$/m)
})

test('the files for Compose and Traefik are valid and lead to the server', () => {
  const compose = parse(read('packaging/docker/compose.yml'))
  expect(compose.services.docstead).toMatchObject({ volumes: ['docstead:/data'], cap_drop: ['ALL'], read_only: true })
  expect(compose.networks.docstead.ipam.config[0].subnet).toBe(
    compose.services.docstead.environment.DOCSTEAD_TRUSTED_PROXIES,
  )
  const { http } = parse(read('packaging/traefik/docstead.yml'))
  expect(http.routers.docstead.service).toBe('docstead')
  expect(http.services.docstead.loadBalancer.servers).toEqual([{ url: 'http://127.0.0.1:4999' }])
})

test('the launchd file is well-formed and starts the server', () => {
  const text = read('packaging/macos/com.docstead.server.plist').replaceAll(/<!--[^]*?-->|<[?!][^>]*>/g, '')
  const open: string[] = []
  for (const [tag = '', slash, name = '', empty] of text.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    if (slash) expect(open.pop(), tag).toBe(name)
    else if (!empty) open.push(name)
  }
  expect(open).toEqual([])
  expect(text).toMatch(/<string>\/usr\/local\/bin\/docstead<\/string>\s*<string>serve<\/string>/)
})

test('every file is named in the list', () => {
  const listed = read('packaging/README.md')
  for (const name of readdirSync(join(root, 'packaging'))) if (name !== 'README.md') expect(listed).toContain(name)
})
