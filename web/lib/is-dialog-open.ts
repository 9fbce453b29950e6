/**
 * Returns whether a dialog covers the page. Popovers such as the notifications are always in the DOM and do not count, nor
 * does a box beside the text that says it is not modal.
 */
export const isDialogOpen = (): boolean =>
  document.querySelector(':is([role=dialog], [role=alertdialog]):not([popover], [aria-modal=false])') !== null
