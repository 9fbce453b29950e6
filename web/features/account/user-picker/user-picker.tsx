import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isNameSearch } from '#shared/contract/name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { announce } from '#web/lib/live-region.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { CloseIcon, WarnIcon } from '#web/ui/icons.ts'
import { SuggestBox, SuggestRow } from '#web/ui/suggest-box.tsx'
import { useDelay } from '#web/ui/use-delay.ts'
import {
  findPeopleAtom,
  forgetMissingNamesAtom,
  knownPeopleAtom,
  missingNamesAtom,
  peopleAtom,
  resolveNameAtom,
  searchAtom,
} from './atoms.ts'
import {
  addNames,
  endsName,
  hasSeveralNames,
  nameKey,
  openNames,
  type Person,
  parseNames,
  suggestPeople,
  unknownNames,
} from './names.ts'
import styles from './user-picker.module.css'

const pauseMs = 150 // between the last key and the request

/** A chosen person, with a button to remove them. */
function PersonChip(props: { username: string; name: string; isUnknown: boolean; onRemove: () => void }) {
  const { username, name, isUnknown, onRemove } = props
  const { t } = useTranslation('user-picker')
  const shown = name || username
  return (
    <span className={styles.chip} data-unknown={isUnknown || undefined}>
      {isUnknown ? <WarnIcon /> : <Avatar name={shown} />}
      <span className={styles.name} title={username}>
        {shown}
      </span>
      {isUnknown && <span className={styles.unknown}>{t('unknown')}</span>}
      <button type="button" className={styles.remove} aria-label={t('remove', { name: shown })} onClick={onRemove}>
        <CloseIcon />
      </button>
    </span>
  )
}

/** The maximum number of names looked up in one text; the server resolves the others when they are added. */
const maxResolvedNames = 40

/**
 * Looks up chosen names that were typed instead of picked from the list, once each: a display name becomes the
 * username, and a name without an account is recorded as missing.
 */
function useResolveNames(value: readonly string[], onValue: (usernames: string[]) => void, isOn: boolean): void {
  const people = useAtomValue(peopleAtom)
  const findUser = useSetAtom(resolveNameAtom)
  const requested = useRef(new Set<string>())
  const latest = useRef({ value, onValue })
  useEffect(() => {
    latest.current = { value, onValue }
  })
  useEffect(() => {
    if (!isOn) return
    for (const name of unknownNames(value, people)) {
      if (requested.current.has(nameKey(name)) || requested.current.size >= maxResolvedNames) continue
      requested.current.add(nameKey(name))
      void findUser(name).then((username) => {
        const { value: now, onValue: change } = latest.current
        if (username !== undefined && username !== name && now.includes(name))
          change([...new Set(now.map((one) => (one === name ? username : one)))])
      })
    }
  }, [value, people, findUser, isOn])
}

/** Chooses people by name; complete usernames can be typed or pasted, many at once. Use it inside a `Field`. */
export function UserPicker(props: {
  /** Usernames. */
  value: readonly string[]
  onValue: (usernames: string[]) => void
  /** Usernames of people who are already in. */
  exclude?: readonly string[]
  /** Only one person: another choice replaces the first. */
  single?: boolean
  /** The people to choose from; defaults to everyone on the site, found while typing. */
  among?: readonly Person[]
}) {
  const { value, onValue, exclude = [], single = false, among } = props
  const { t } = useTranslation('user-picker')
  const learned = useAtomValue(peopleAtom)
  const likely = useAtomValue(knownPeopleAtom)
  const people = among ?? learned
  const search = useAtomValue(searchAtom)
  const missing = useAtomValue(missingNamesAtom)
  const forgetMissing = useSetAtom(forgetMissingNamesAtom)
  const findPeople = useSetAtom(findPeopleAtom)
  const lookUp = useSetAtom(resolveNameAtom)
  const [typed, setTyped] = useState('')
  const [there, setThere] = useState<readonly string[]>([])
  const frame = useRef<HTMLDivElement>(null)
  const pause = useDelay()
  const store = useStore()
  const isAmong = among !== undefined
  useEffect(() => {
    if (!isAmong) forgetMissing()
  }, [forgetMissing, isAmong])
  const unknown = among ? unknownNames(value, among) : new Set(value.filter((one) => missing.has(nameKey(one))))
  const suggested = suggestPeople(typed === '' && !among ? (likely ?? []) : people, typed, [...value, ...exclude])
  useResolveNames(value, onValue, !isAmong)
  // The chosen usernames, for when a search ends.
  const chosen = useRef(value)
  useEffect(() => {
    chosen.current = value
  })
  const add = (names: readonly string[]) => {
    const added = addNames(single ? [] : chosen.current, single ? names.slice(0, 1) : names, people, exclude)
    setTyped('')
    setThere(added.there)
    if (added.value.length > 0 || !single) onValue(added.value)
    if (names.length > 0 && added.there.length < names.length) announce(t('chosen', { names: added.value.join(', ') }))
  }
  /** Adds the names in a text. Looks up those with a space first: they may be one name or two. */
  const addText = async (text: string) => {
    const open = isAmong ? [] : openNames(text, people).slice(0, maxResolvedNames)
    if (open.length === 0) return add(parseNames(text, people))
    setTyped('')
    await Promise.all(open.map((name) => lookUp(name)))
    if (frame.current) add(parseNames(text, store.get(peopleAtom)))
  }
  /** Adds the best match for the typed text as soon as it is found: the user pressed Enter before the list appeared. */
  const addTyped = async () => {
    pause.cancel()
    if (!isAmong && isNameSearch(typed)) await findPeople(typed.trim())
    if (!frame.current) return
    const all = isAmong ? people : store.get(peopleAtom)
    const [best] = suggestPeople(all, typed, [...chosen.current, ...exclude])
    add(best ? [best.username] : parseNames(typed, all))
  }
  const remove = (username: string) => {
    onValue(value.filter((one) => one !== username))
    frame.current?.querySelector('input')?.focus()
  }
  const onText = (text: string) => {
    setThere([])
    if (endsName(text)) return void addText(text)
    setTyped(text.trimStart())
    if (!isAmong) pause.start(() => void findPeople(text.trim()), pauseMs)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const last = value.at(-1)
    if (event.key === 'Backspace' && typed === '' && last !== undefined) {
      event.preventDefault()
      remove(last)
    } else if (event.key === 'Enter' && typed !== '' && suggested.length === 0) {
      event.preventDefault()
      void addTyped()
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!hasSeveralNames(text)) return
    event.preventDefault()
    void addText(text)
  }
  const nothing = () => {
    if (there.length > 0) return t('there', { names: there.join(', ') })
    if (typed !== '' && exclude.some((one) => nameKey(one) === nameKey(typed))) return t('there', { names: typed })
    if (among) return typed === '' ? t('everybody') : t('none', { name: typed })
    if (!isNameSearch(typed)) return t('type')
    if (search.text !== typed.trim() || search.state === 'running') return t('searching')
    return search.state === 'failed' ? t('failed') : t('none', { name: typed })
  }
  return (
    <div
      ref={frame}
      className={styles.frame}
      onMouseDown={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        event.currentTarget.querySelector('input')?.focus()
      }}
    >
      {value.map((username) => (
        <PersonChip
          key={username}
          username={username}
          name={people.find((one) => one.username === username)?.name ?? ''}
          isUnknown={unknown.has(username)}
          onRemove={() => remove(username)}
        />
      ))}
      <SuggestBox
        className={styles.input}
        anchor={frame}
        placeholder={value.length === 0 ? t(single ? 'placeholderOne' : 'placeholder') : undefined}
        value={typed}
        onText={onText}
        options={there.length > 0 ? [] : suggested}
        keyOf={(person) => person.username}
        row={(person) => (
          <SuggestRow
            icon={<Avatar name={person.name || person.username} />}
            label={person.name || person.username}
            hint={person.name ? person.username : undefined}
          />
        )}
        onPick={(person) => add([person.username])}
        startAt={typed === '' ? -1 : 0}
        empty={nothing()}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => typed !== '' && add(parseNames(typed, people))}
      />
    </div>
  )
}
