export { casProtocol, endedTicket, ticketHint } from './protocol.ts'
