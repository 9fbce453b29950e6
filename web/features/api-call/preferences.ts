import { readStored, writeStored } from '#web/lib/storage.ts'
import type { SendModeChoice } from './send-mode.ts'

const isText = (value: unknown): value is string => typeof value === 'string'
const isChoice = (value: unknown): value is SendModeChoice =>
  value === 'auto' || value === 'server' || value === 'browser'

/** The environment that was last chosen in an item, `first` before anybody has chosen; empty for none. */
export const readChosenEnvironment = (item_id: string, first: string): string =>
  readStored(`docstead.call.env.${item_id}`, first, isText)

/** Remembers the chosen environment of an item. */
export const saveChosenEnvironment = (item_id: string, env_id: string) =>
  writeStored(`docstead.call.env.${item_id}`, env_id)

/** By whom requests are sent, as last chosen: chosen for each request before anybody has chosen. */
export const readSendMode = (): SendModeChoice => readStored<SendModeChoice>('docstead.call.way', 'auto', isChoice)

/** Remembers by whom requests are sent. */
export const saveSendMode = (way: SendModeChoice) => writeStored('docstead.call.way', way)
