/** The console messages and requests of a step. */
import type { RunStep } from '../run.js';

export function Log({ step: { console: messages = [], requests = [] } }: { step: RunStep }) {
  return (
    <div class="log" role="region" aria-label="Log" tabIndex={0}>
      <h3>Console</h3>
      {messages.length === 0 && <p class="dim">No messages.</p>}
      {messages.map(({ level, text, url, line }, at) => (
        <div key={at} class={`message ${level}`}>
          <span class="level">{level}</span>
          <span class="text">{text}</span>
          {url !== '' && (
            <span class="dim place">
              {url}:{line}
            </span>
          )}
        </div>
      ))}
      <h3>Requests</h3>
      {requests.length === 0 && <p class="dim">No requests.</p>}
      {requests.length > 0 && (
        <table class="requests">
          <thead>
            <tr>
              <th scope="col">Status</th>
              <th scope="col">Method</th>
              <th scope="col">Type</th>
              <th scope="col">URL</th>
            </tr>
          </thead>
          <tbody>
            {requests.map(({ method, url, type, status, error }, at) => (
              <tr key={at} class={error !== undefined || (status ?? 0) >= 400 ? 'failed' : ''}>
                <td>{status ?? (error === undefined ? '…' : 'failed')}</td>
                <td>{method}</td>
                <td>{type}</td>
                <td class="url" title={error}>
                  {url}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
