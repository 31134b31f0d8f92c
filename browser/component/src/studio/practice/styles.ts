// The styles of cards to click.
import { css } from "lit";

export const practiceStyles = css`
  section { background: var(--panel); border-radius: 10px; padding: 10px; }
  .hand { display: flex; flex-wrap: wrap; gap: 4px; min-height: 58px; }
  .pick { position: relative; padding: 2px 4px; min-width: 44px; min-height: 56px; line-height: 0; }
  .pick.also { border-style: dashed; border-width: 2px; }
  .pick[aria-pressed="true"] .card { opacity: 0.45; }
  .pick i { position: absolute; inset: 0; display: grid; place-items: center; font-style: normal; font-weight: 700; font-size: 1.3rem; color: var(--red); }
  .deck { display: grid; gap: 8px; }
  .suit { display: grid; grid-template-columns: repeat(auto-fill, minmax(44px, 1fr)); gap: 3px; }
  .deck-card { padding: 0; font-weight: 600; display: grid; place-items: center; line-height: 1.1; }
  .deck-card small { font-size: 0.7rem; color: var(--soft); font-weight: 400; min-height: 0.8em; }
  .deck-card.taken { background: var(--panel); border-style: dashed; }
`;
