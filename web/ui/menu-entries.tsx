import { type ComponentType, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { boot } from '#web/lib/boot.ts'
import { navigate } from '#web/lib/route.ts'
import { CheckIcon, ChevronRightIcon } from './icons.ts'
import { Kbd } from './kbd.tsx'
import styles from './menu.module.css'
import cut from './overflow-shadow.module.css'
import { watchColumnOverflow } from './overflow-shadow.ts'

/** An entry of a dropdown menu or a context menu. */
export type MenuEntry =
  | {
      kind?: 'item'
      id: string
      label: ReactNode
      icon?: ReactNode
      /** A shortcut such as 'mod+s', shown as key caps. */
      shortcut?: string
      /** A short grey text at the end. */
      hint?: ReactNode
      danger?: boolean
      disabled?: boolean
      /** Shows a tick when true and leaves space for one when false. */
      checked?: boolean
      /** Renders the entry as a real link, which supports middle click. Takes a URL: `href('/item/index')`. */
      href?: string
      onSelect?: () => void
    }
  | { kind: 'separator'; id: string }
  | { kind: 'label'; id: string; label: ReactNode }
  | { kind: 'sub'; id: string; label: ReactNode; icon?: ReactNode; entries: MenuEntry[] }
  | {
      kind: 'choice'
      id: string
      label: string
      options: readonly { value: string; label: ReactNode; icon?: ReactNode }[]
      value: string
      onValue: (value: string) => void
    }

type Part = ComponentType<never>

/** The components that both Radix menu families provide. */
export interface MenuParts {
  Item: Part
  Separator: Part
  Label: Part
  Sub: Part
  SubTrigger: Part
  SubContent: Part
  Portal: Part
  RadioGroup: Part
  RadioItem: Part
}

type Loose = ComponentType<Record<string, unknown> & { children?: ReactNode }>
const loose = (part: Part) => part as unknown as Loose

/**
 * Follows a link of the product without reloading the page. Prevents the browser's default only at the end of the
 * event: the menu ignores a click that was prevented before, and would stay open.
 */
function follow(event: MouseEvent, href: string): void {
  const isOurs = href.startsWith(`${boot.base}/`) && !href.startsWith(`${boot.base}/api/`)
  if (!isOurs || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  window.addEventListener('click', (click) => click.preventDefault(), { once: true })
  navigate(href.slice(boot.base.length))
}

type ItemEntry = Extract<MenuEntry, { kind?: 'item' }>

function ItemInside({ entry }: { entry: ItemEntry }) {
  return (
    <>
      {entry.icon && <span className={styles.icon}>{entry.icon}</span>}
      {entry.checked !== undefined && (
        <span className={styles.icon} data-tick="">
          {entry.checked && <CheckIcon />}
        </span>
      )}
      <span className={styles.label}>{entry.label}</span>
      {entry.hint && <span className={styles.hint}>{entry.hint}</span>}
      {entry.shortcut && <Kbd keys={entry.shortcut} />}
    </>
  )
}

function Entry({ parts, entry }: { parts: MenuParts; entry: MenuEntry }) {
  if (entry.kind === 'separator') {
    const Separator = loose(parts.Separator)
    return <Separator className={styles.separator} />
  }
  if (entry.kind === 'label') {
    const Label = loose(parts.Label)
    return <Label className={styles.heading}>{entry.label}</Label>
  }
  if (entry.kind === 'choice') {
    const RadioGroup = loose(parts.RadioGroup)
    const RadioItem = loose(parts.RadioItem)
    return (
      <RadioGroup value={entry.value} onValueChange={entry.onValue} aria-label={entry.label}>
        {entry.options.map((option) => (
          <RadioItem key={option.value} value={option.value} className={styles.item}>
            {option.icon && <span className={styles.icon}>{option.icon}</span>}
            <span className={styles.label}>{option.label}</span>
            {option.value === entry.value && <CheckIcon />}
          </RadioItem>
        ))}
      </RadioGroup>
    )
  }
  if (entry.kind === 'sub') {
    const Sub = loose(parts.Sub)
    const SubTrigger = loose(parts.SubTrigger)
    const SubContent = loose(parts.SubContent)
    const Portal = loose(parts.Portal)
    return (
      <Sub>
        <SubTrigger className={styles.item}>
          {entry.icon && <span className={styles.icon}>{entry.icon}</span>}
          <span className={styles.label}>{entry.label}</span>
          <ChevronRightIcon />
        </SubTrigger>
        <Portal>
          <SubContent
            ref={watchColumnOverflow}
            className={`${styles.menu} ${cut.column}`}
            sideOffset={4}
            collisionPadding={8}
          >
            <MenuEntries parts={parts} entries={entry.entries} />
          </SubContent>
        </Portal>
      </Sub>
    )
  }
  const Item = loose(parts.Item)
  return (
    <Item
      className={styles.item}
      {...(entry.checked !== undefined && { role: 'menuitemcheckbox', 'aria-checked': entry.checked })}
      data-danger={entry.danger || undefined}
      disabled={entry.disabled}
      onSelect={entry.onSelect}
      asChild={entry.href !== undefined}
    >
      {entry.href === undefined ? (
        <ItemInside entry={entry} />
      ) : (
        <a href={entry.href} onClick={(event) => follow(event, entry.href ?? '')}>
          <ItemInside entry={entry} />
        </a>
      )}
    </Item>
  )
}

// The number of entries rendered at first, and added whenever the end comes near.
const drawnAtOnce = 100

/** The entries of a menu, rendered with the components of one Radix family; a long list grows while scrolling. */
export function MenuEntries({ parts, entries }: { parts: MenuParts; entries: MenuEntry[] }) {
  const [drawn, setDrawn] = useState(drawnAtOnce)
  const end = useRef<HTMLDivElement>(null)
  const isMore = drawn < entries.length
  useEffect(() => {
    if (!end.current) return
    const watch = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setDrawn(drawn + drawnAtOnce),
      { root: end.current.closest('[role=menu]'), rootMargin: '400px' },
    )
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [drawn, isMore])
  return (
    <>
      {entries.slice(0, drawn).map((entry) => (
        <Entry key={entry.id} parts={parts} entry={entry} />
      ))}
      {isMore && <div ref={end} role="none" className={styles.end} />}
    </>
  )
}
