import { useAtomValue, useSetAtom } from 'jotai'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { announce } from '#web/lib/live.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { SuggestBox, SuggestRow } from '#web/ui/suggest-box.tsx'
import { useDelay } from '#web/ui/use-delay.ts'
import { findPeopleAtom, foundPeopleAtom, type Person, peopleAtom, reloadPeopleAtom } from './atoms.ts'
import { addNames, endsName, holdsSeveral, nameKey, namesIn, suggestPeople, unknownNames } from './names.ts'
import { PersonChip } from './person-chip.tsx'
import styles from './user-picker.module.css'

const pauseMs = 150 // between the last key and the question to the server

/** Chooses people by name; whole usernames can be typed or pasted, many at once. Stands inside a `Field`. */
export function UserPicker(props: {
  /** Usernames. */
  value: readonly string[]
  onValue: (usernames: string[]) => void
  /** Usernames of those who are in already. */
  exclude?: readonly string[]
  /** One person only: another choice takes the place of the first. */
  single?: boolean
  /** Only these may be chosen; else everybody of the site. */
  among?: readonly Person[]
}) {
  const { value, onValue, exclude = [], single = false, among } = props
  const { t } = useTranslation('user-picker')
  const everybody = useAtomValue(peopleAtom)
  const known = among ? { people: among, isAll: true } : everybody
  const found = useAtomValue(foundPeopleAtom)
  const reload = useSetAtom(reloadPeopleAtom)
  const findPeople = useSetAtom(findPeopleAtom)
  const [typed, setTyped] = useState('')
  const [there, setThere] = useState<readonly string[]>([])
  const frame = useRef<HTMLDivElement>(null)
  const pause = useDelay()
  const isAmong = among !== undefined
  useEffect(() => {
    if (!isAmong) reload()
  }, [reload, isAmong])
  const listed = known && 'people' in known ? known : { people: [], isAll: false }
  const people = useMemo(() => {
    if (isAmong) return listed.people
    const listedKeys = new Set(listed.people.map((one) => one.username))
    return [...listed.people, ...found.people.filter((one) => !listedKeys.has(one.username))]
  }, [listed.people, found, isAmong])
  const unknown = unknownNames(value, people, listed.isAll)
  const suggested = suggestPeople(people, typed, [...value, ...exclude])
  const add = (names: readonly string[]) => {
    const added = addNames(single ? [] : value, single ? names.slice(0, 1) : names, people, exclude)
    setTyped('')
    setThere(added.there)
    if (added.value.length > 0 || !single) onValue(added.value)
    if (names.length > 0 && added.there.length < names.length) announce(t('chosen', { names: added.value.join(', ') }))
  }
  const remove = (username: string) => {
    onValue(value.filter((one) => one !== username))
    frame.current?.querySelector('input')?.focus()
  }
  const onText = (text: string) => {
    setThere([])
    if (endsName(text)) return add(namesIn(text, people))
    setTyped(text.trimStart())
    pause.start(() => findPeople(text.trim()), pauseMs)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const last = value.at(-1)
    if (event.key === 'Backspace' && typed === '' && last !== undefined) {
      event.preventDefault()
      remove(last)
    } else if (event.key === 'Enter' && typed !== '' && suggested.length === 0) {
      event.preventDefault()
      add(namesIn(typed, people))
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!holdsSeveral(text)) return
    event.preventDefault()
    add(namesIn(text, people))
  }
  const nothing = () => {
    if (there.length > 0) return t('there', { names: there.join(', ') })
    if (known && 'error' in known) return t('failed')
    if (!known) return t('loading')
    if (typed === '') return t('everybody')
    if (exclude.some((one) => nameKey(one) === nameKey(typed))) return t('there', { names: typed })
    return listed.isAll ? t('none', { name: typed }) : t('typeWhole')
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
        onBlur={() => typed !== '' && add(namesIn(typed, people))}
      />
    </div>
  )
}
