/** The demo shop's legal texts, short ones in its language. */
import type { LegalText } from "@bottega/domain/areas/legal"

/** All legal texts of the demo shop. */
export const demoLegal: ReadonlyArray<LegalText> = [
  {
    type: "privacy",
    content: `<h1>Informativa sulla privacy</h1>
<p>Usiamo i tuoi dati per preparare, spedire e fatturare gli ordini, e per rispondere alle tue domande.</p>
<h2>Quali dati conserviamo</h2>
<ul>
  <li>nome, indirizzo, telefono ed email, per la consegna;</li>
  <li>gli ordini, per dieci anni, come chiede la legge;</li>
  <li>il consenso alle newsletter, finché non lo revochi.</li>
</ul>
<p>Puoi chiederci in ogni momento una copia dei tuoi dati, la loro correzione o la cancellazione.</p>
`
  },
  {
    type: "terms",
    content: `<h1>Condizioni di vendita</h1>
<h2>Prezzi e pagamento</h2>
<p>I prezzi comprendono l'IVA. L'ordine parte quando abbiamo ricevuto il pagamento.</p>
<h2>Spedizione</h2>
<p>Consegniamo in Italia in due o tre giorni lavorativi, negli altri paesi dell'Unione europea in cinque.</p>
<h2>Diritto di recesso</h2>
<p>Hai 14 giorni dalla consegna per restituire ciò che non ti piace: ti rimborsiamo entro 14 giorni.</p>
`
  },
  {
    type: "cookies",
    content: `<h1>Cookie</h1>
<p>Questo sito usa solo cookie tecnici: uno per il carrello e uno per l'accesso al tuo account.</p>
<p>Non usiamo cookie di profilazione, né nostri né di altri.</p>
`
  }
]
