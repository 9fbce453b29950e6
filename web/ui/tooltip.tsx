import { Content, Portal, Provider, Root, Trigger } from '@radix-ui/react-tooltip'
import type { ReactElement, ReactNode } from 'react'
import { Kbd } from './kbd.tsx'
import styles from './tooltip.module.css'

/** Holds the common delay of all tooltips; stands once around the product. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Provider delayDuration={400} skipDelayDuration={200}>
      {children}
    </Provider>
  )
}

/** Words that appear beside a control on hover and focus. The control needs its own accessible name. */
export function Tooltip(props: {
  text: ReactNode
  /** Shown as key caps after the words. */
  shortcut?: string
  side?: 'top' | 'bottom' | 'left' | 'right'
  children: ReactElement
}) {
  const { text, shortcut, side = 'bottom', children } = props
  return (
    <Root disableHoverableContent>
      <Trigger asChild>{children}</Trigger>
      <Portal>
        <Content className={styles.tooltip} side={side} sideOffset={6} collisionPadding={8}>
          {text}
          {shortcut && <Kbd keys={shortcut} />}
        </Content>
      </Portal>
    </Root>
  )
}
