import { atom, useAtom } from 'jotai'
import type { ReadingServer } from '#shared/api-doc/reading/reading.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'

/** The server that a reader has chosen, with the values of its variables. */
interface ChosenServer {
  url: string
  values: Record<string, string>
}

const isChosen = (value: unknown): value is ChosenServer =>
  typeof value === 'object' && value !== null && 'url' in value && 'values' in value && typeof value.values === 'object'

const chosenAtom = atom<Readonly<Record<string, ChosenServer>>>({})

/** Returns the address of a server, with values for its variables. */
export const addressOf = ({ url, variables }: ReadingServer, values: Record<string, string> = {}): string => {
  const known = new Map(variables.map(({ name, value }) => [name, values[name] || value]))
  return url.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => known.get(name) || whole).replace(/\/+$/, '')
}

const noServers: readonly ReadingServer[] = []

/**
 * Returns the servers to choose from, and the one that this browser remembers for their API. None when the page has an
 * address of its own, and when there is nothing to choose.
 */
export function useServer(all: readonly ReadingServer[], url: string) {
  const [first] = all
  const from = first ? addressOf(first) : ''
  const hasChoice = all.length > 1 || all.some(({ variables }) => variables.length > 0)
  const servers = hasChoice && url.startsWith(from) ? all : noServers
  const key = `docstead.api.server.${first?.url ?? ''}`
  const [chosen, setChosen] = useAtom(chosenAtom)
  const stored = servers.length > 0 ? (chosen[key] ?? readStored(key, undefined, isChosen)) : undefined
  const current = servers.find((one) => one.url === stored?.url) ?? servers[0]
  const values = current && current.url === stored?.url ? stored.values : {}
  const to = current ? addressOf(current, values) : from
  return {
    servers,
    current,
    values,
    server: to === from ? undefined : { from, to },
    onServer: (next: ChosenServer) => {
      setChosen({ ...chosen, [key]: next })
      writeStored(key, next)
    },
  }
}
