import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { AcceptInvitation } from './session/accept-invitation.tsx';

const route = getRouteApi('/invitation/$token');

/** `/invitation/{token}`: sets the name and password of an invited person. */
export default function InvitationPage() {
  const { token } = route.useParams();
  const navigate = useNavigate();
  return <AcceptInvitation token={token} onDone={() => void navigate({ to: '/' })} />;
}
