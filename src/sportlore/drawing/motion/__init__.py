"""How an exercise moves: from joint angles to a strip of key poses, to data and to motion."""
