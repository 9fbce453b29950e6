import { type ComponentProps, type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { useFieldProps } from './field.tsx'
import { CheckIcon } from './icons.ts'
import styles from './listbox.module.css'
import { Listbox } from './listbox.tsx'

/** The props of an input with suggestions, in addition to the native attributes. */
interface SuggestBoxProps<T> extends Omit<ComponentProps<'input'>, 'value' | 'list'> {
  value: string
  /** Called with the text at each change. */
  onText: (text: string) => void
  /** The options that match the text, best first. */
  options: readonly T[]
  keyOf: (option: T) => string
  row: (option: T) => ReactNode
  isChosen?: (option: T) => boolean
  onPick: (option: T) => void
  /** The index of the option that Enter takes before an arrow key is pressed; -1 for none. */
  startAt: number
  /** What the list shows when nothing matches; without it, no list is shown. */
  empty?: ReactNode
  /** The element under which the list is shown; defaults to the input. */
  anchor?: RefObject<HTMLElement | null>
}

/** An input with a list of suggestions: arrow keys choose, Enter takes, Esc closes. */
export function SuggestBox<T>(props: SuggestBoxProps<T>) {
  const { value, onText, options, keyOf, row, isChosen, onPick, startAt, empty, anchor, ...rest } = props
  const field = useFieldProps(rest.id)
  const listId = useId()
  const box = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const [moved, setMoved] = useState<number>()
  const at = Math.min(moved ?? startAt, options.length - 1)
  const current = options[at]
  const isShown = open && (options.length > 0 || Boolean(empty))
  const show = () => {
    setOpen(true)
    setMoved(undefined)
  }
  const pick = (option: T) => {
    box.current?.focus() // first, because the handler may move the focus on
    setOpen(false)
    setMoved(undefined)
    onPick(option)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    rest.onKeyDown?.(event)
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    if (event.key === 'Tab') setOpen(false) // before the focus moves: it would enter the list and be lost with it
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (!isShown) show()
      else if (options.length > 0)
        setMoved((at + step + (at < 0 && step < 0 ? 1 : 0) + options.length) % options.length)
    } else if (event.key === 'Enter' && isShown && current !== undefined) {
      event.preventDefault()
      pick(current)
    }
  }
  return (
    <>
      <input
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field}
        {...rest}
        ref={box}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown && options.length > 0}
        aria-controls={isShown && options.length > 0 ? listId : undefined}
        aria-activedescendant={isShown && current !== undefined ? `${listId}${keyOf(current)}` : undefined}
        value={value}
        onChange={(event) => {
          show()
          onText(event.target.value)
        }}
        onClick={(event) => {
          rest.onClick?.(event)
          show()
        }}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          setOpen(false)
          rest.onBlur?.(event)
        }}
      />
      {isShown && (
        <Listbox anchor={anchor ?? box} onEscape={() => setOpen(false)}>
          {options.length === 0 && (
            <p className={styles.none} role="status">
              {empty}
            </p>
          )}
          {options.length > 0 && (
            <div id={listId} role="listbox" aria-label={rest['aria-label'] ?? rest.placeholder ?? value}>
              {options.map((option, index) => (
                <div
                  key={keyOf(option)}
                  id={`${listId}${keyOf(option)}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={isChosen?.(option) ?? false}
                  data-active={index === at || undefined}
                  className={styles.option}
                  ref={(node) => {
                    if (index === at) node?.scrollIntoView({ block: 'nearest' })
                  }}
                  onPointerMove={index === at ? undefined : () => setMoved(index)}
                  onMouseDown={(event) => event.preventDefault()} // the input keeps the focus
                  onClick={() => pick(option)}
                >
                  <span className={styles.row}>{row(option)}</span>
                  {isChosen?.(option) && <CheckIcon />}
                </div>
              ))}
            </div>
          )}
        </Listbox>
      )}
    </>
  )
}

/** A suggestion: its label and a grey hint. */
export function SuggestRow({ label, hint, icon }: { label: ReactNode; hint?: ReactNode; icon?: ReactNode }) {
  return (
    <>
      {icon}
      <span className={styles.label}>{label}</span>
      {hint && <span className={styles.hint}>{hint}</span>}
    </>
  )
}
