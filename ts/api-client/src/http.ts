import axios, { isAxiosError, type AxiosRequestConfig, type AxiosResponse } from 'axios';
import type { FieldError, Problem } from './generated/waitlist.ts';

export const client = axios.create({
  // Longer than a slow network needs; an answer that takes this long is not coming.
  timeout: 20_000,
});

client.interceptors.request.use((config) => {
  config.headers.set('apikey', clientKey());
  return config;
});

/** A call that failed: refused by the server, or never answered. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; absent when no answer came. */
  readonly status: number | undefined;
  /** The problem's stable code; absent when the answer was no problem document. */
  readonly code: string | undefined;
  /** The server's sentence for the visitor. */
  readonly detail: string | undefined;
  readonly errors: FieldError[];
  /** Seconds to wait before the next try. */
  readonly retryAfter: number | undefined;

  constructor(response?: AxiosResponse<unknown>) {
    const problem = isProblem(response?.data) ? response.data : undefined;
    const reason = response ? `the server answered ${response.status}` : 'no answer came';
    super(problem?.detail ?? reason);
    this.status = response?.status;
    this.code = problem?.code;
    this.detail = problem?.detail;
    this.errors = problem?.errors ?? [];
    this.retryAfter = seconds(response?.headers['retry-after']);
  }
}

/** What orval takes for the type of every hook's error. */
export type ErrorType<_Body> = ApiError;

/** Every generated call goes through here. */
export async function request<T>(config: AxiosRequestConfig): Promise<T> {
  try {
    const response = await client.request<T>(config);
    return response.data;
  } catch (error) {
    // The original holds the request's body, which has no place in a log.
    throw isAxiosError(error) ? new ApiError(error.response) : error;
  }
}

/** The public client key, which the server writes into each page. */
function clientKey(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="apikey"]')?.content;
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body;
}

function seconds(header: unknown): number | undefined {
  const value = Number(header);
  return header !== undefined && Number.isFinite(value) ? value : undefined;
}
