/** The person has to be invited by the client; the call begins again with the answer. */
export class InvitationNeeded extends Error {
  override readonly name = 'InvitationNeeded';
  readonly invitation: Invitation;

  constructor(invitation: Invitation) {
    super(invitation.message);
    this.invitation = invitation;
  }
}

export interface Invitation {
  message: string;
  /** Of the window. */
  url: string;
}
