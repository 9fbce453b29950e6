// Runs before every test file, also where files share their modules: hooks in a module would belong to the first file
// only.
import { afterAll, afterEach } from 'vitest'
import { closeApps } from './app.ts'

afterEach(() => closeApps({ shared: false }))
afterAll(() => closeApps({ shared: true }))
